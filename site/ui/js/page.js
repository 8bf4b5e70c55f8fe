// Light and dark, and a button that copies a block of code. Without this script the page shows the
// colours the system asks for, and the code is marked and copied by hand.
{
  const root = document.documentElement
  const system = matchMedia('(prefers-color-scheme: dark)')
  const button = document.getElementById('theme')
  const shown = () => root.dataset.theme || (system.matches ? 'dark' : 'light')

  const label = () => { button.textContent = shown() === 'dark' ? 'Light' : 'Dark' }

  const show = (theme) => {
    const asSystem = theme === (system.matches ? 'dark' : 'light')
    if (asSystem) delete root.dataset.theme
    else root.dataset.theme = theme
    try {
      if (asSystem) localStorage.removeItem('theme')
      else localStorage.theme = theme
    } catch { /* a browser that stores nothing forgets the choice with the page */ }
    label()
  }

  button.addEventListener('click', () => show(shown() === 'dark' ? 'light' : 'dark'))
  system.addEventListener('change', label)
  label()
  button.hidden = false
}

{
  const COPIED_MS = 2000

  // Of a console block the commands alone: lines behind a prompt, and those a backslash continues.
  const commands = (text) => {
    const lines = text.split('\n')
    if (!lines.some((line) => line.startsWith('$ '))) return text
    let goesOn = false
    return lines.filter((line) => {
      const taken = goesOn || line.startsWith('$ ')
      goesOn = taken && line.endsWith('\\')
      return taken
    }).map((line) => line.replace(/^\$ /, '')).join('\n')
  }

  // The clipboard is closed to pages from a file and from another machine without TLS.
  const copyBySelection = (text) => {
    const area = document.createElement('textarea')
    area.value = text
    document.body.append(area)
    area.select()
    const copied = document.execCommand('copy')
    area.remove()
    if (!copied) throw new Error('not copied')
  }

  const copy = async (text) => {
    try {
      await navigator.clipboard.writeText(text)
    } catch {
      copyBySelection(text)
    }
  }

  for (const pre of document.querySelectorAll('.doc pre')) {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'copy'
    button.textContent = 'Copy'
    button.setAttribute('aria-live', 'polite')
    button.addEventListener('click', async () => {
      try {
        await copy(commands(pre.textContent))
        button.textContent = 'Copied'
      } catch {
        button.textContent = 'Not copied'
      }
      button.focus()
      setTimeout(() => { button.textContent = 'Copy' }, COPIED_MS)
    })
    pre.after(button)
    pre.parentElement.classList.add('with-copy')
    if (pre.scrollWidth > pre.clientWidth) pre.tabIndex = 0
  }
}
