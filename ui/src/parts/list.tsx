import { ArrowDown, ArrowUp, ChevronsUpDown, Ellipsis } from 'lucide-react'
import type { ReactNode } from 'react'
import { Dropdown, type Item } from './dropdown.tsx'
import { Menu, menuLook } from './fields.tsx'
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
  /** Where there is no room for all: in a narrow table, or in a phone's block as well. */
  hide?: 'narrow' | 'narrow and phone'
  /** In a brief list's row on a phone: its order, 1 and 2 in the first line, 4 and on in the second. */
  place?: string
}

export type Sort = { by: string; order: 'asc' | 'desc' }

const hides = { narrow: 'sm:max-xl:hidden', 'narrow and phone': 'max-xl:hidden!' }

/**
 * The table of the whole dashboard. It is as high as its rows: the page scrolls, and the head stays
 * in sight. A text that is too long is cut off, and its `title` has the whole; on a phone a row is a
 * block whose first line is its name and its menu.
 */
export const List = <T,>({
  label,
  columns,
  rows,
  keyOf,
  sort,
  onSort,
  menu,
  isBrief = false,
  onOpen,
}: {
  label: string
  columns: readonly Column<T>[]
  rows: readonly T[]
  keyOf: (row: T, place: number) => string
  sort?: Sort
  onSort?: (sort: Sort) => void
  /** What can be done with a row, and what the row is called. */
  menu?: (row: T) => { name: string; groups: readonly (readonly Item[])[] } | undefined
  /** On a phone a row is two lines without names, each cell where its `place` says. */
  isBrief?: boolean
  /** For the mouse: a click anywhere in a row. Something in the row must do the same by keyboard. */
  onOpen?: (row: T) => void
}) => (
  <>
    {sort && onSort && <SortChoice columns={columns} sort={sort} onSort={onSort} />}
    <table
      aria-label={label}
      className={join('list w-full table-fixed text-left', isBrief && 'brief')}
    >
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
            <tr
              key={keyOf(row, place)}
              {...(onOpen && {
                className: 'cursor-pointer',
                // Words that somebody marks are to be copied.
                onClick: () => getSelection()?.isCollapsed !== false && onOpen(row),
              })}
            >
              {columns.map(({ name, cell, isFigure, hide, place }) => (
                <td
                  key={name}
                  data-column={name}
                  className={join(isFigure && 'figure', hide && hides[hide], place)}
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
  </>
)

/** On a phone there is no head to choose from. */
const SortChoice = <T,>({
  columns,
  sort,
  onSort,
}: {
  columns: readonly Column<T>[]
  sort: Sort
  onSort: (sort: Sort) => void
}) => (
  <p className="flex items-center gap-2 border-b px-4 py-2 sm:hidden">
    <Menu
      aria-label="Sorted by"
      className={menuLook}
      options={columns.flatMap(({ name, sort: by }) =>
        by === undefined
          ? []
          : [
              { value: `${by} desc`, label: `${name}, descending` },
              { value: `${by} asc`, label: `${name}, ascending` },
            ],
      )}
      value={`${sort.by} ${sort.order}`}
      onChange={chosen => {
        const [by = '', order] = chosen.split(' ')
        onSort({ by, order: order === 'asc' ? 'asc' : 'desc' })
      }}
    />
  </p>
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
  const { name, sort: by, isFigure, width, hide } = column
  const className = join(width, isFigure && 'figure', hide && hides[hide])
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

/** A list as the last part of a card, from edge to edge. */
export const InCard = ({ children }: { children: ReactNode }) => (
  <div className="-mx-4 -mb-4 border-t sm:-mx-5 sm:-mb-5">{children}</div>
)

/** What a list stands in: what narrows it above, where one is in it below. */
export const ListFrame = ({
  tools,
  foot,
  isBusy = false,
  children,
}: {
  tools?: ReactNode
  foot?: ReactNode
  /** What stands here is not yet what was asked for. */
  isBusy?: boolean
  children: ReactNode
}) => (
  <section className="min-w-0 rounded-xl border bg-card shadow-xs">
    {tools && (
      <search className="list-tools flex flex-wrap items-center gap-2 border-b px-4 py-2.5 sm:px-5">
        {tools}
      </search>
    )}
    <div aria-busy={isBusy} className={join('transition-opacity', isBusy && 'opacity-60')}>
      {children}
    </div>
    {foot}
  </section>
)
