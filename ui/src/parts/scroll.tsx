import type { ReactNode } from 'react'

/** For text that is no list: code, a difference, a page's tree. */
export const Scroll = ({ label, children }: { label: string; children: ReactNode }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: long and wide content is scrolled with the keyboard
  <section aria-label={label} tabIndex={0} className="max-h-[32rem] overflow-auto">
    {children}
  </section>
)
