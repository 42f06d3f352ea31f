export type Theme = 'system' | 'light' | 'dark'

const dark = matchMedia('(prefers-color-scheme: dark)')

export const readTheme = (): Theme => {
  const kept = localStorage.getItem('theme')
  return kept === 'light' || kept === 'dark' ? kept : 'system'
}

export const applyTheme = (theme: Theme = readTheme()): void => {
  localStorage.setItem('theme', theme)
  const isDark = theme === 'dark' || (theme === 'system' && dark.matches)
  document.documentElement.classList.toggle('dark', isDark)
}

dark.addEventListener('change', () => applyTheme())
