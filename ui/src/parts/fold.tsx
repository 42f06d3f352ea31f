import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'

/** What is seldom needed, behind its name. */
export const Fold = ({
  title,
  isOpen = false,
  children,
}: {
  title: string
  /** At first; whoever looks opens and closes it. */
  isOpen?: boolean
  children: ReactNode
}) => (
  <details open={isOpen || undefined}>
    <summary className="inline-flex items-center gap-1 rounded font-medium">
      <ChevronRight size={14} aria-hidden className="marker -ml-0.5 text-soft" /> {title}
    </summary>
    {children}
  </details>
)
