'use strict'
// The page can be read without this: here are the texts that many scenarios share, each of
// which stands in the page once, the filter, links to each entry and into what is folded,
// copying, and what printing unfolds.
const texts = document.getElementById('texts')?.children
for (const scenario of document.querySelectorAll('[data-texts]')) {
  const [subjects, steps] = scenario.dataset.texts.split(';').map(numbers => numbers.split(' ').filter(Boolean).map(number => texts[number]))
  const about = document.createElement('p')
  for (const subject of subjects) {
    const line = document.createElement('span')
    line.textContent = subject.textContent
    about.append(line, document.createElement('br'))
  }
  const list = document.createElement('ol')
  list.append(...steps.map(step => step.cloneNode(true)))
  if (scenario.dataset.passed) markSteps(list, Number(scenario.dataset.passed))
  ;(scenario.querySelector(':scope > .why') ?? scenario.firstElementChild).after(about, ...steps.length ? [list] : [])
}

// markSteps marks the steps that passed, and those that were skipped after them.
function markSteps(list, passed) {
  list.className = 'steps'
  ;[...list.children].forEach((step, i) => {
    const [verdict, mark] = i < passed ? ['pass', '✓'] : ['skip', '–']
    const shown = Object.assign(document.createElement('span'), {ariaHidden: 'true', textContent: mark})
    step.className = verdict
    step.prepend(shown, ' ')
    step.append(' ', Object.assign(document.createElement('span'), {className: 'hidden', textContent: `(${verdict})`}))
  })
}

// The rows of promises and the scenarios have their verdict as text alone: a report has hundreds.
for (const verdict of document.querySelectorAll('td > b[class], summary > b[class]')) {
  verdict.closest('tr, details').dataset.verdict = verdict.textContent
}

const folded = document.getElementById('filter')
const form = folded.querySelector('div')
const words = document.getElementById('words')
const boxes = [...form.querySelectorAll('[type=checkbox]')]
const items = [...document.querySelectorAll('[data-verdict], [data-words]')]
const groups = [...document.querySelectorAll('[data-group]')].reverse()
const content = new Map(items.map(item => [item, (item.id + ' ' + item.textContent).toLowerCase()]))

// The filter is in the address, as #words=role&verdict=fail,skip, so that it
// can be passed on. Once a verdict is unticked, entries without one, such as gaps, are hidden
// too. A filter unfolds what it finds; without it, all is folded as before.
let foldsBefore
function filter() {
  const wanted = words.value.toLowerCase().split(/\s+/).filter(Boolean)
  const verdicts = boxes.filter(box => box.checked).map(box => box.value)
  const every = verdicts.length === boxes.length
  let shown = 0
  for (const item of items) {
    item.hidden = !every && !verdicts.includes(item.dataset.verdict) || !wanted.every(word => content.get(item).includes(word))
    if (!item.hidden) shown++
  }
  const all = wanted.length === 0 && every
  const folds = groups.filter(group => group.classList.contains('feature'))
  if (!all) foldsBefore ??= folds.map(fold => fold.open)
  else if (foldsBefore) {
    folds.forEach((fold, i) => { fold.open = foldsBefore[i] })
    foldsBefore = undefined
  }
  for (const group of groups) {
    if (!all && group.classList.contains('feature')) group.open = true
    group.hidden = !group.querySelector(':is([data-verdict], [data-words]):not([hidden])')
  }
  document.getElementById('shown').textContent = all ? '' : `${shown} of ${items.length} entries shown`
  return all
}

function remember() {
  const all = filter()
  const address = new URLSearchParams()
  if (words.value) address.set('words', words.value)
  const verdicts = boxes.filter(box => box.checked).map(box => box.value)
  if (verdicts.length < boxes.length) address.set('verdict', verdicts.join(','))
  history.replaceState(null, '', all ? '#' : '#' + address)
}

// follow goes where the address points: to a filter, or to an element, which
// is unfolded, and shown although it was filtered away.
function follow() {
  const hash = location.hash.slice(1)
  const target = hash && !hash.includes('=') && document.getElementById(decodeURIComponent(hash))
  if (!target) {
    const address = new URLSearchParams(hash)
    words.value = address.get('words') ?? ''
    const verdicts = address.get('verdict')?.split(',')
    for (const box of boxes) box.checked = !verdicts || verdicts.includes(box.value)
    filter()
    return
  }
  if (target.closest('[hidden]')) {
    words.value = ''
    for (const box of boxes) box.checked = true
    filter()
  }
  for (let at = target; at; at = at.parentElement) if (at.tagName === 'DETAILS') at.open = true
  target.scrollIntoView()
}

function addCopying(pre) {
  const text = pre.textContent
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'copy'
  button.textContent = 'Copy'
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(text)
      button.textContent = 'Copied'
    } catch {
      getSelection().selectAllChildren(pre)
      button.textContent = 'Selected'
    }
  })
  pre.before(button)
}

// link makes an element a link to an entry of the page.
function link(element, id) {
  const a = document.createElement('a')
  a.href = '#' + encodeURIComponent(id)
  element.replaceWith(a)
  a.append(element)
}

// addLinks makes the promises, gaps and operations of a scenario links, and
// adds its address, when it is first unfolded.
function addLinks(scenario) {
  for (const line of scenario.querySelectorAll(':scope > p > span')) {
    const [subject, list] = line.textContent.split(': ')
    const kind = {Promises: 'promise-', Expects: 'expectation-', Gaps: 'gap-', Operations: 'operation-'}[subject]
    const ids = list.split(', ').map(id => Object.assign(document.createElement('code'), {textContent: id}))
    line.replaceChildren(subject + ': ', ...ids.flatMap((id, i) => i ? [', ', id] : [id]))
    for (const id of ids) if (document.getElementById(kind + id.textContent)) link(id, kind + id.textContent)
  }
  const address = document.createElement('span')
  address.textContent = scenario.dataset.address ?? scenario.id.replace('scenario-', '').replace(/--(?!.*--)/, '#').replaceAll('--', '/')
  const line = document.createElement('p')
  line.append(address)
  link(address, scenario.id)
  scenario.firstElementChild.after(line)
}
document.addEventListener('toggle', ({target}) => {
  if (target.open && target.matches('.feature > details:not([data-linked])')) {
    target.dataset.linked = ''
    addLinks(target)
  }
}, true)
for (const code of document.querySelectorAll('tr[id] > th > code')) link(code, code.closest('tr').id)

// On narrow screens the rows of a table stand below each other: the roles say
// that it is a table nevertheless.
for (const [selector, role] of Object.entries({table: 'table', 'thead, tbody': 'rowgroup', tr: 'row', td: 'cell', 'thead th': 'columnheader', 'tbody th': 'rowheader'})) {
  for (const element of document.querySelectorAll(selector)) element.setAttribute('role', role)
}

folded.hidden = false
folded.open = matchMedia('(min-width: 60rem)').matches || location.hash.includes('=')
form.addEventListener('input', remember)
addEventListener('hashchange', follow)
document.querySelectorAll('.curl').forEach(addCopying)
follow()

let unfolded = []
addEventListener('beforeprint', () => {
  unfolded = [...document.querySelectorAll(':is(.failure, .banner) details:not([open])')]
  for (const details of unfolded) details.open = true
})
addEventListener('afterprint', () => {
  for (const details of unfolded) details.open = false
})
