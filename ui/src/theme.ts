export type Theme = 'system' | 'light' | 'dark'

export const themes: { value: Theme; label: string }[] = [
  { value: 'system', label: 'System theme' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]

const dark = matchMedia('(prefers-color-scheme: dark)')

export const readTheme = (): Theme => {
  const kept = localStorage.getItem('theme')
  return kept === 'light' || kept === 'dark' ? kept : 'system'
}

const listeners = new Set<() => void>()
/** Calls back when another theme is chosen, wherever that is. */
export const onTheme = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const applyTheme = (theme: Theme = readTheme()): void => {
  localStorage.setItem('theme', theme)
  const isDark = theme === 'dark' || (theme === 'system' && dark.matches)
  document.documentElement.classList.toggle('dark', isDark)
  for (const listener of listeners) listener()
}

dark.addEventListener('change', () => applyTheme())
