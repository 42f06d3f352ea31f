import { type AnchorHTMLAttributes, type MouseEvent, useMemo, useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
const tell = () => {
  for (const listener of listeners) listener()
}
window.addEventListener('popstate', tell)

const listen = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The path of the page in view. */
export const usePath = (): string => useSyncExternalStore(listen, readPath)

/** A slash at the end leads nowhere else. */
const readPath = () => location.pathname.replace(/(.)\/+$/, '$1')

export const go = (to: string): void => {
  if (to !== location.pathname + location.search) history.pushState(null, '', to)
  tell()
  window.scrollTo(0, 0)
}

/**
 * What a page shows, kept in its address: it survives a reload, and can be sent to somebody. Only
 * what differs from `usual` stands there. A change takes the place of what stood there before.
 */
export const useSearch = <T extends Record<string, string>>(
  usual: T,
): [T, (change: Partial<T>) => void] => {
  const search = useSyncExternalStore(listen, () => location.search)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is usual is the page's own and stays
  const value = useMemo(() => readSearch(usual, search), [search])
  const change = (changed: Partial<T>) => {
    const next = { ...readSearch(usual, location.search), ...changed }
    const told = Object.entries(next).filter(([name, one]) => one !== usual[name])
    const text = new URLSearchParams(told as [string, string][]).toString()
    history.replaceState(null, '', `${location.pathname}${text && `?${text}`}`)
    tell()
  }
  return [value, change]
}

const readSearch = <T extends Record<string, string>>(usual: T, search: string): T => {
  const told = new URLSearchParams(search)
  const entries = Object.entries(usual).map(([name, value]) => [name, told.get(name) ?? value])
  return Object.fromEntries(entries) as T
}

/** A link within the dashboard: no reload, but still a link to open in a tab. */
export const Link = ({ to, ...rest }: { to: string } & AnchorHTMLAttributes<HTMLAnchorElement>) => {
  const onClick = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    go(to)
  }
  return <a href={to} onClick={onClick} {...rest} />
}
