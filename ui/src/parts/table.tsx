import type { CSSProperties, ReactNode } from 'react'

export const Table = ({
  label,
  head,
  children,
}: {
  label: string
  head: readonly string[]
  children: ReactNode
}) => (
  <Scroll label={label}>
    <table className="stacks w-full text-left" style={namesOf(head)}>
      <thead className="text-soft">
        <tr>
          {head.map(name => (
            <th key={name} className="whitespace-nowrap py-2 pr-4 font-medium">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y border-t">{children}</tbody>
    </table>
  </Scroll>
)

/** On a phone a row is a block, and each cell says its column: style.css writes these names. */
const namesOf = (head: readonly string[]): CSSProperties =>
  Object.fromEntries(head.map((name, index) => [`--column-${index + 1}`, JSON.stringify(name)]))

export const Scroll = ({ label, children }: { label: string; children: ReactNode }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: long and wide content is scrolled with the keyboard
  <section aria-label={label} tabIndex={0} className="max-h-[32rem] overflow-auto">
    {children}
  </section>
)

export const Cell = ({ children }: { children: ReactNode }) => (
  <td className="py-2 pr-4 align-middle">{children}</td>
)
