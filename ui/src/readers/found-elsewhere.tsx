import { useEffect } from 'react'
import { type AnswerOf, ask, type BodyOf } from '../api/ask.ts'
import { useAction } from '../api/use-action.ts'
import { Badge, Button, Card, Problem } from '../parts/basics.tsx'
import { plural } from '../parts/words.ts'
import { outerPathOf, pointerOf, type TaughtField } from './teach-state.ts'
import { pathOf, sayValue } from './words.ts'

type Page = AnswerOf<'POST /v1/readers/pages'>
type Preview = AnswerOf<'POST /v1/readers/preview'>['data'][number]
const most = 5

/** What a reader would say of this page and of others, after every click. */
export const FoundElsewhere = ({
  pages,
  shown,
  fields,
  examples,
  schema,
  found,
  onFound,
  onPage,
  onTeach,
}: {
  pages: readonly Page[]
  shown: Page
  fields: readonly TaughtField[]
  examples: BodyOf<'POST /v1/readers/preview'>['examples']
  schema: unknown
  found: readonly Preview[]
  onFound: (found: Preview[]) => void
  onPage: (page: Page) => void
  onTeach: (id: string) => void
}) => {
  const known = new Set(pages.map(({ url }) => url))
  const further = [...new Set(pages.flatMap(({ like }) => like))]
    .filter(url => !known.has(url))
    .slice(0, Math.max(0, most + 1 - pages.length))
  const preview = useAction(
    signal => {
      const ids = pages.map(({ id }) => id).slice(0, 10)
      return ask('POST /v1/readers/preview', { body: { schema, examples, pages: ids }, signal })
    },
    ({ value }) => onFound(value.data),
  )
  const compare = useAction(async signal => {
    for (const url of further)
      onPage((await ask('POST /v1/readers/pages', { body: { url }, signal })).value)
  })
  const question = JSON.stringify([schema, examples, pages.map(({ id }) => id)])
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is asked is compared by what it says
  useEffect(() => {
    if (examples.length === 0) return onFound([])
    const timer = setTimeout(preview.run, 300)
    return () => clearTimeout(timer)
  }, [question])
  const taught = new Set(examples.map(({ page }) => page))
  const doubts = (one: Preview) => Object.keys(one.flags ?? {}).length
  const open = found
    .filter(one => !pages.some(page => page.url === one.url && taught.has(page.id)))
    .toSorted((a, b) => doubts(b) - doubts(a))[0]
  const next = open && doubts(open) > 0 ? pages.find(({ url }) => url === open.url) : undefined
  return (
    <Card title="What it finds">
      <div className="flex flex-col gap-3">
        <Problem error={preview.error ?? compare.error} />
        {further.length > 0 && (
          <Button onClick={compare.run} disabled={compare.busy}>
            {compare.busy
              ? 'Reading…'
              : `Compare with ${plural(further.length, 'more page')} (${plural(further.length, 'credit')})`}
          </Button>
        )}
        {next && next.id !== shown.id && (
          <p className="rounded-md border border-warn p-2">
            Most in doubt: <span className="break-all">{pathOf(next.url)}</span>{' '}
            <Button onClick={() => onTeach(next.id)}>Teach this page</Button>
          </p>
        )}
        {found.length === 0 && (
          <p className="text-soft">After the first click, its values are shown here.</p>
        )}
        <ul aria-live="polite" className="flex flex-col gap-3">
          {found.map(one => (
            <li key={one.url} className="min-w-0 rounded-md border p-2">
              <p className="mb-1 flex flex-wrap items-center gap-2">
                <span className="min-w-0 break-all font-medium" title={one.url}>
                  {pathOf(one.url)}
                </span>
                {one.isOtherTemplate && <Badge tone="warn">another template</Badge>}
              </p>
              <dl className="grid grid-cols-[auto_1fr] gap-x-3">
                {rowsOf(fields, one).map(({ name, value, flags }) => (
                  <div key={name} className="contents">
                    <dt className="text-soft">{name}</dt>
                    <dd className="min-w-0 break-words">
                      {value}{' '}
                      {flags.map(flag => (
                        <Badge key={flag} tone="warn">
                          {flag}
                        </Badge>
                      ))}
                    </dd>
                  </div>
                ))}
              </dl>
            </li>
          ))}
        </ul>
      </div>
    </Card>
  )
}

/** Lists by their length and their first entry. */
const rowsOf = (fields: readonly TaughtField[], { data, flags = {} }: Preview) => {
  const paths = fields.map(field => [field.list || field.name, outerPathOf(field)] as const)
  return [...new Map(paths)].map(([name, path]) => {
    const value = path.reduce<unknown>((at, part) => Object(at)[part], data)
    const own = Object.keys(flags).filter(at => `${at}/`.startsWith(`${pointerOf(path)}/`))
    const first = Array.isArray(value) ? Object.values(Object(value[0])).join(', ') : ''
    return {
      name,
      value: Array.isArray(value) ? `${plural(value.length, 'row')}: ${first} …` : sayValue(value),
      flags: [...new Set(own.flatMap(at => flags[at] ?? []))],
    }
  })
}
