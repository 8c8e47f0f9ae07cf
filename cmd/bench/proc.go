package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"
)

// tick is the unit of the CPU times in /proc.
const tick = 10 * time.Millisecond

// cpu is how long the process has been running on any CPU.
func (p *process) cpu() time.Duration { return cpuOf(strconv.Itoa(p.command.Process.Pid)) }

// ownCPU is the same for this program.
func ownCPU() time.Duration { return cpuOf("self") }

func cpuOf(process string) time.Duration {
	stat, _ := os.ReadFile("/proc/" + process + "/stat")
	// The name, in parentheses, may contain anything; the times in user and in kernel
	// mode are 11 fields after it.
	_, rest, _ := strings.Cut(string(stat), ") ")
	fields := strings.Fields(rest)
	if len(fields) < 13 {
		return 0
	}
	user, _ := strconv.Atoi(fields[11])
	system, _ := strconv.Atoi(fields[12])
	return time.Duration(user+system) * tick
}

// resident is the resident memory of the process, in kB.
func (p *process) resident() int {
	status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.command.Process.Pid))
	_, rest, _ := strings.Cut(string(status), "VmRSS:")
	fields := strings.Fields(rest)
	if len(fields) == 0 {
		return 0
	}
	kB, _ := strconv.Atoi(fields[0])
	return kB
}
