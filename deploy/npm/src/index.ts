export { binaryPath } from "./binary.js";
export { Control, type Draft, type Snapshot } from "./control.js";
export type { components, operations, paths } from "./control-document.js";
export { ControlError } from "./request.js";
export {
  ContractError, Sandbox, type Clock, type CountedFault, type Exchange, type Fault, type Filter, type Findings, type Gap, type Row, type Table, type Tokens, type Transition,
} from "./sandbox.js";
export { startUnderstudy, Understudy, type SandboxOptions, type StartOptions } from "./start.js";
