import { useEffect, useMemo, useState } from 'react'
import { type AnswerOf, ask } from '../api/ask.ts'
import { useAction } from '../api/use-action.ts'
import { useAnswer } from '../api/use-answer.ts'
import { ThingHead } from '../page-head.tsx'
import { Button, Card, Problem } from '../parts/basics.tsx'
import { Field } from '../parts/fields.tsx'
import { Form, Submit } from '../parts/form.tsx'
import { plural } from '../parts/words.ts'
import { go, useSearch } from '../route.tsx'
import { resized } from './elements.ts'
import { FoundElsewhere } from './found-elsewhere.tsx'
import { type CopyRow, PageCopy, type Pointed } from './page-copy.tsx'
import { TaughtFields } from './taught-fields.tsx'
import {
  type Choice,
  type Choices,
  choose,
  exampleOf,
  fieldsOf,
  guessType,
  idOf,
  type NotRows,
  nextField,
  outerPathOf,
  pointerOf,
  readPointer,
  schemaOf,
  type TaughtField,
} from './teach-state.ts'
import { valueAt } from './words.ts'

type Page = AnswerOf<'POST /v1/readers/pages'>
type Preview = AnswerOf<'POST /v1/readers/preview'>['data'][number]

const list = { path: '/readers', name: 'Readers', one: 'Teach a reader' }

/** Pages that a person points at, and what a reader would make of others. */
export const Teach = () => {
  const [{ reader: readerId, url: first }] = useSearch({ reader: '', url: '' })
  const known = useAnswer(readerId ? 'GET /v1/readers/:id' : undefined, {
    params: { id: readerId },
  }).value
  const [url, setUrl] = useState(first)
  const [name, setName] = useState('')
  const [own, setOwn] = useState<TaughtField[]>([])
  const fields = useMemo(() => (known ? fieldsOf(known.schema) : own), [known, own])
  const [pages, setPages] = useState<Page[]>([])
  const [shownId, setShownId] = useState('')
  const [made, setMade] = useState<Readonly<Record<string, Choices>>>({})
  const [refused, setRefused] = useState<Readonly<Record<string, NotRows>>>({})
  const [found, setFound] = useState<Preview[]>([])
  const [active, setActive] = useState<string>()
  const shown = pages.find(({ id }) => id === shownId)
  const choices = made[shownId] ?? {}
  const target = active ?? nextField(fields, choices)
  const add = (page: Page) => setPages(all => [...all, page])
  const read = useAction(
    signal => ask('POST /v1/readers/pages', { body: { url }, signal }),
    ({ value }) => {
      add(value)
      setShownId(value.id)
    },
  )
  const examples = pages.flatMap(
    ({ id }) => exampleOf(id, fields, made[id] ?? {}, refused[id]) ?? [],
  )
  const schema = known ? known.schema : schemaOf(fields)
  const body = { name: name.trim() || undefined, schema, examples }
  const others = pages.flatMap(({ id }) => (examples.some(({ page }) => page === id) ? [] : id))
  const save = useAction(
    async (signal): Promise<{ id: string }> => {
      const more = { examples, ...(others.length > 0 && { others: { pages: others } }) }
      const saved = known
        ? await ask('POST /v1/readers/:id/examples', {
            params: { id: known.id },
            body: more,
            signal,
          })
        : await ask('POST /v1/readers', {
            body: { ...more, schema, ...(body.name && { name: body.name }) },
            signal,
          })
      return { id: saved.value.id }
    },
    ({ id }) => go(`/readers/${id}`),
  )
  const put = (field: string, choice: Parameters<typeof choose>[3], all = fields) => {
    setMade(before => ({ ...before, [shownId]: choose(all, before[shownId] ?? {}, field, choice) }))
    setActive(undefined)
  }
  const point = ({ text, words, href, part, whole }: Pointed) => {
    const field = fields.find(one => idOf(one) === target)
    const said = whole?.words ?? (part ? words.slice(...part) : words)
    const of = text < 0 ? 'link' : guessType(said)
    if (!field && known) return
    const asked: TaughtField = field ?? { name: newName(own), type: 'guess', list: '' }
    const made = asked.type === 'guess' ? { ...asked, type: of } : asked
    const isAddress = made.type === 'link' && href !== undefined
    if (text < 0 && !isAddress) return
    const all = field ? fields.map(one => (one === field ? made : one)) : [...fields, made]
    if (!known) setOwn(all)
    put(
      idOf(made),
      isAddress
        ? { is: 'address', href }
        : {
            ...{ is: 'text', text, words, ...(whole && { whole }) },
            ...(part && !whole && { start: part[0], end: part[1] }),
          },
      all,
    )
  }
  const chosen = new Map(
    Object.entries(choices).flatMap(([field, all]) =>
      all.flatMap(choice => textsOf(choice).map(text => [text, field] as const)),
    ),
  )
  const rows = rowsOf(found.find(one => one.url === shown?.url)?.rows ?? {}, chosen)
  const refuse = (list: string, change: (texts: readonly number[]) => readonly number[]) =>
    setRefused(before => {
      const own = before[shownId] ?? {}
      return { ...before, [shownId]: { ...own, [list]: change(own[list] ?? []) } }
    })
  const resize = (name: string, at: number, by: 1 | -1) => {
    const all = choices[name] ?? []
    const next = shown && all[at] && resized(shown.nodes, all[at], by)
    if (next)
      setMade(before => ({ ...before, [shownId]: { ...choices, [name]: all.with(at, next) } }))
  }
  useEffect(() => {
    if (known) document.title = `Teach ${known.name} · Siteray`
  }, [known])
  return (
    <div className="flex flex-col gap-4">
      <ThingHead
        list={list}
        name={known ? `Teach ${known.name}` : list.one}
        actions={
          <Button
            look="main"
            disabled={examples.length === 0 || save.busy || fields.length === 0}
            onClick={save.run}
          >
            {save.busy ? 'Learning…' : known ? 'Save the examples' : 'Save the reader'}
          </Button>
        }
      />
      <Problem error={save.error} />
      <Card>
        <Form
          action={read}
          end={
            <div className="flex items-center gap-3">
              <Submit whileBusy="Reading…">{shown ? 'Read another page' : 'Read the page'}</Submit>
              <span className="text-soft">1 credit</span>
            </div>
          }
        >
          <Field
            label="A page of the template"
            placeholder="https://shop.example/lamp/12"
            type="url"
            required
            value={url}
            onChange={setUrl}
          />
          {!known && (
            <Field label="Name (optional)" maxLength={100} value={name} onChange={setName} />
          )}
        </Form>
      </Card>
      {shown && (
        <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[18rem_1fr] xl:grid-cols-[18rem_1fr_20rem]">
          <TaughtFields
            {...{ fields, choices, target }}
            isFixed={known !== undefined}
            readOf={field =>
              valueAt(
                found.find(({ url }) => url === shown.url)?.data,
                pointerOf(outerPathOf(field)),
              )
            }
            onFields={setOwn}
            onActive={setActive}
            onChoices={next => setMade(before => ({ ...before, [shownId]: next }))}
            onAbsent={field => put(field, { is: 'absent' })}
            onResize={resize}
          />
          <Card
            title="The page"
            about={
              target
                ? `Click on the value of “${target}”, or move to it with Tab and press Enter. To take a part of a text, select it first. Arrow up takes the element around a text, arrow down goes back.`
                : 'Click on a value to make a field of it.'
            }
          >
            <section
              aria-label="Copy of the page"
              className="max-h-[70vh] overflow-auto rounded-md border bg-page p-3"
            >
              <PageCopy
                {...{ nodes: shown.nodes, chosen, rows }}
                onPoint={point}
                onNotRow={({ list, last }) => refuse(list, texts => [...texts, last])}
              />
            </section>
            {Object.entries(refused[shownId] ?? {})
              .filter(([, texts]) => texts.length > 0)
              .map(([list, texts]) => (
                <p key={list} className="mt-2 flex flex-wrap items-center gap-2 text-soft">
                  {plural(texts.length, 'thing')} taken out of {readPointer(list)}, with all like
                  it.
                  <Button onClick={() => refuse(list, () => [])}>Put back</Button>
                </p>
              ))}
          </Card>
          <FoundElsewhere
            {...{ pages, shown, fields, examples, schema, found }}
            onFound={setFound}
            onPage={add}
            onTeach={setShownId}
          />
        </div>
      )}
    </div>
  )
}

/** The numbers of the texts that a choice takes. */
const textsOf = (choice: Choice): number[] => {
  if (choice.is !== 'text') return []
  const { first, last } = choice.whole ?? { first: choice.text, last: choice.text }
  return Array.from({ length: last - first + 1 }, (_, at) => first + at)
}

const rowsOf = (
  byList: Readonly<Record<string, readonly (readonly number[])[]>>,
  chosen: ReadonlyMap<number, string>,
): CopyRow[] =>
  Object.entries(byList).flatMap(([pointer, rows]) =>
    rows.flatMap(([first = 0, last = 0]) => {
      const isTaught = [...chosen.keys()].some(text => first <= text && text <= last)
      return [{ list: pointer, first, last, isTaught }]
    }),
  )

const newName = (fields: readonly TaughtField[]): string => {
  for (let n = fields.length + 1; ; n++)
    if (!fields.some(({ name }) => name === `field${n}`)) return `field${n}`
}
