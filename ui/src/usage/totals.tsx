import { useState } from 'react'
import { type Column, List, ListFrame } from '../parts/list.tsx'
import { useParts } from '../parts/paging.tsx'
import { SearchField } from '../parts/search-field.tsx'
import { count } from '../parts/words.ts'
import { Link } from '../route.tsx'
import { type By, type Series, type Sums, sayChange } from './usage-sums.ts'

const pageSize = 25

const columnNames = { key: 'Key', endpoint: 'Endpoint', outcome: 'Outcome' } as const

/** Each series with its share, and against the time before. */
export const Totals = ({
  sums,
  before,
  by,
  name,
  colorOf,
  isThere,
}: {
  sums: Sums
  before: Sums | undefined
  by: By
  name: string
  colorOf: (id: string) => string
  isThere: (keyId: string) => boolean
}) => {
  const [search, setSearch] = useState('')
  const earlier = new Map(before?.series.map(({ id, total }) => [id, total]))
  const found = sums.series.filter(series =>
    series.name.toLowerCase().includes(search.toLowerCase()),
  )
  const { rows, foot } = useParts(found, pageSize)
  const columns: Column<Series>[] = [
    {
      name: columnNames[by],
      cell: series => (
        <span className="flex min-w-0 items-center gap-2.5">
          <span
            aria-hidden
            className="size-2.5 shrink-0 rounded-[3px]"
            style={{ background: colorOf(series.id) }}
          />
          {by === 'key' && isThere(series.id) ? (
            <Link
              to={`/keys/${series.id}`}
              title={series.name}
              className="min-w-0 truncate hover:underline"
            >
              <bdi dir="ltr">{series.name}</bdi>
            </Link>
          ) : (
            <span className="min-w-0 truncate" title={series.name}>
              <bdi dir="ltr">{series.name}</bdi>
            </span>
          )}
        </span>
      ),
    },
    { name, width: 'w-36', isFigure: true, cell: ({ total }) => count(total) },
    {
      name: 'Share',
      width: 'w-20',
      isFigure: true,
      cell: ({ total }) => `${Math.round((total / Math.max(sums.total, 1)) * 100)} %`,
    },
    {
      name: 'Change',
      width: 'w-24',
      isFigure: true,
      cell: ({ id, total }) => sayChange(total, earlier.get(id) ?? 0) ?? '–',
    },
  ]
  return (
    <ListFrame
      tools={
        <>
          <h2 className="font-semibold">Totals</h2>
          {sums.series.length > 25 && (
            <SearchField label="Search totals" value={search} onChange={setSearch} />
          )}
        </>
      }
      foot={foot}
    >
      <List label="Totals" columns={columns} rows={rows} keyOf={({ id }) => id} />
    </ListFrame>
  )
}
