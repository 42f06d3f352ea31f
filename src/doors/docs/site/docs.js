/* What the documents can do beyond being read: everything else works without it. */

const search = document.querySelector('input[type=search]')

addEventListener('keydown', event => {
  const isTyping = event.target instanceof HTMLElement && event.target.matches('input, textarea')
  if (event.key !== '/' || isTyping || event.metaKey || event.ctrlKey) return
  event.preventDefault()
  search?.focus()
  search?.select()
})

const menu = document.querySelector('.menu')
menu?.addEventListener('click', () => {
  const isOpen = document.getElementById('sections')?.classList.toggle('open')
  menu.setAttribute('aria-expanded', String(isOpen))
})

for (const block of document.querySelectorAll('.code')) {
  const button = document.createElement('button')
  button.textContent = 'Copy'
  button.addEventListener('click', async () => {
    const isCopied = await copy(block.querySelector('code'))
    button.textContent = isCopied ? 'Copied' : 'Press Ctrl+C'
    setTimeout(() => {
      button.textContent = 'Copy'
    }, 1_500)
  })
  block.append(button)
}

/** Browsers offer their clipboard to https and localhost only; elsewhere the text is selected. */
async function copy(code) {
  if (navigator.clipboard)
    return navigator.clipboard.writeText(code.textContent).then(
      () => true,
      () => false,
    )
  getSelection()?.selectAllChildren(code)
  return document.execCommand('copy')
}

/** Answers while one types; the form itself does the same without this. */
let typing
search?.addEventListener('input', () => {
  clearTimeout(typing)
  const query = search.value.trim()
  if (query.length < 2) return
  typing = setTimeout(async () => {
    const address = `/docs/search?q=${encodeURIComponent(query)}`
    const answer = await fetch(address).catch(() => undefined)
    if (!answer?.ok || search.value.trim() !== query) return
    const found = new DOMParser().parseFromString(await answer.text(), 'text/html')
    document.querySelector('main')?.replaceWith(found.querySelector('main'))
    history.replaceState(null, '', address)
  }, 150)
})

document.querySelector('#sections [aria-current]')?.scrollIntoView({ block: 'nearest' })
