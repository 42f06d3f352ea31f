import { type AnchorHTMLAttributes, type MouseEvent, useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
const tell = () => {
  for (const listener of listeners) listener()
}
window.addEventListener('popstate', tell)

/** The path of the page in view. */
export const usePath = (): string =>
  useSyncExternalStore(
    listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => location.pathname,
  )

export const go = (path: string): void => {
  if (path !== location.pathname) history.pushState(null, '', path)
  tell()
  window.scrollTo(0, 0)
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
