/** `Control+Shift+a`, `Enter`, `+`: as the browser's driver names them. */
export const isKey = (text: string): boolean => {
  const parts =
    text === '+' || text.endsWith('++') ? [...split(text.slice(0, -1)), '+'] : split(text)
  const key = parts.at(-1) ?? ''
  return (
    parts.slice(0, -1).every(part => modifiers.has(part)) &&
    (keys.has(key) || ([...key].length === 1 && key.trim() !== ''))
  )
}

const split = (text: string): string[] => text.split('+').filter(part => part !== '')

const modifiers = new Set(['Shift', 'Control', 'Alt', 'Meta', 'ControlOrMeta'])

const keys = new Set([
  ...'Enter Tab Escape Space Backspace Delete Insert'.split(' '),
  ...'ArrowDown ArrowLeft ArrowRight ArrowUp Home End PageDown PageUp'.split(' '),
  ...Array.from({ length: 12 }, (_, index) => `F${index + 1}`),
])
