import { ArrowDown, ArrowUp, ChevronsUpDown, Ellipsis } from 'lucide-react'
import type { ReactNode } from 'react'
import { Dropdown, type Item } from './dropdown.tsx'
import { join } from './words.ts'

export type Column<T> = {
  name: string
  cell: (row: T) => ReactNode
  /** What the list is sorted by when its head is chosen. */
  sort?: string
  /** To the right, with figures of one width. */
  isFigure?: boolean
  /** A class; columns without one share what is left. */
  width?: string
  /** Only where a window is wide enough; a phone shows it in the row's block. */
  from?: 'lg' | 'xl'
}

export type Sort = { by: string; order: 'asc' | 'desc' }

const wide = { lg: 'sm:max-lg:hidden', xl: 'sm:max-xl:hidden' }

/**
 * The table of the whole dashboard. It is as high as its rows: the page scrolls, and the head stays
 * in sight. What is too long is cut off and told in full by its `title`; on a phone a row is a block
 * whose first line is its name and its menu.
 */
export const List = <T,>({
  label,
  columns,
  rows,
  keyOf,
  sort,
  onSort,
  menu,
}: {
  label: string
  columns: readonly Column<T>[]
  rows: readonly T[]
  keyOf: (row: T, place: number) => string
  sort?: Sort
  onSort?: (sort: Sort) => void
  /** What can be done with a row, and what the row is called. */
  menu?: (row: T) => { name: string; groups: readonly (readonly Item[])[] } | undefined
}) => (
  <table aria-label={label} className="list w-full table-fixed text-left">
    <thead>
      <tr>
        {columns.map(column => (
          <Head key={column.name} column={column} sort={sort} onSort={onSort} />
        ))}
        {menu && (
          <th className="w-12">
            <span className="sr-only">Actions</span>
          </th>
        )}
      </tr>
    </thead>
    <tbody>
      {rows.map((row, place) => {
        const actions = menu?.(row)
        return (
          <tr key={keyOf(row, place)}>
            {columns.map(({ name, cell, isFigure, from }) => (
              <td
                key={name}
                data-column={name}
                className={join(isFigure && 'figure', from && wide[from])}
              >
                {cell(row)}
              </td>
            ))}
            {menu && (
              <td className="row-menu">
                {actions?.groups.some(items => items.length > 0) && (
                  <Dropdown
                    label={`Actions for ${actions.name}`}
                    groups={actions.groups}
                    className="inline-flex size-8 items-center justify-center rounded-md text-soft hover:bg-hover hover:text-ink aria-expanded:bg-hover"
                  >
                    <Ellipsis size={16} aria-hidden />
                  </Dropdown>
                )}
              </td>
            )}
          </tr>
        )
      })}
    </tbody>
  </table>
)

const Head = <T,>({
  column,
  sort,
  onSort,
}: {
  column: Column<T>
  sort: Sort | undefined
  onSort: ((sort: Sort) => void) | undefined
}) => {
  const { name, sort: by, isFigure, width, from } = column
  const className = join(width, isFigure && 'figure', from && wide[from])
  if (by === undefined || !onSort) return <th className={className}>{name}</th>
  const order = sort?.by === by ? sort.order : undefined
  const Mark = order === 'asc' ? ArrowUp : order === 'desc' ? ArrowDown : ChevronsUpDown
  return (
    <th className={className} aria-sort={order && (order === 'asc' ? 'ascending' : 'descending')}>
      <button
        type="button"
        onClick={() => onSort({ by, order: order === 'desc' ? 'asc' : 'desc' })}
        className="-mx-1.5 inline-flex items-center gap-1 rounded px-1.5 py-0.5 hover:text-ink"
      >
        {name}
        <Mark size={12} aria-hidden className={join(order ? 'text-ink' : 'opacity-50')} />
      </button>
    </th>
  )
}

/** One line of text, cut off where there is no room for it; somebody's own words keep their direction. */
export const Cut = ({
  text,
  title = text,
  className,
}: {
  text: string
  title?: string
  className?: string
}) => (
  <span className={join('block truncate', className)} title={title}>
    <bdi>{text}</bdi>
  </span>
)

/** What a list stands in: what narrows it above, where one is in it below. */
export const ListFrame = ({
  tools,
  foot,
  children,
}: {
  tools?: ReactNode
  foot?: ReactNode
  children: ReactNode
}) => (
  <section className="min-w-0 rounded-xl border bg-card shadow-xs">
    {tools && <search className="flex flex-wrap items-center gap-2 border-b p-3">{tools}</search>}
    {children}
    {foot}
  </section>
)
