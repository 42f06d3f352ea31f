import { type ReactNode, useState } from 'react'
import type { Answer, AnswerOf } from '../../api/ask.ts'
import { Card } from '../../parts/basics.tsx'
import { Code } from '../../parts/code.tsx'
import { Choice } from '../../parts/fields.tsx'
import { InCard, List } from '../../parts/list.tsx'
import { Markdown } from '../../parts/markdown.tsx'
import { Scroll } from '../../parts/scroll.tsx'
import { count, plural } from '../../parts/words.ts'
import { WebLink } from '../web-link.tsx'

type Page = AnswerOf<'POST /v1/scrape'>
type View = { value: string; label: string; of: (page: Page) => ReactNode }

/** Every way to look at a page, and the answer as it is; those it has nothing for are left out. */
const views: View[] = [
  { value: 'read', label: 'View', of: ({ markdown }) => markdown && <Markdown text={markdown} /> },
  {
    ...{ value: 'source', label: 'Markdown' },
    of: ({ markdown }) => markdown && <Code label="Markdown" language="markdown" text={markdown} />,
  },
  {
    ...{ value: 'html', label: 'HTML' },
    of: ({ html }) => html && <Code label="HTML" language="html" text={html} />,
  },
  {
    ...{ value: 'raw', label: 'Raw HTML' },
    of: ({ rawHtml }) => rawHtml && <Code label="raw HTML" language="html" text={rawHtml} />,
  },
  {
    ...{ value: 'text', label: 'Text' },
    of: ({ text }) => text && <Code label="text" language="markdown" text={text} />,
  },
  {
    ...{ value: 'chunks', label: 'Chunks' },
    of: ({ chunks }) => chunks && <Json label="chunks" value={chunks} />,
  },
  { value: 'summary', label: 'Summary', of: ({ summary }) => summary && <p>{summary}</p> },
  { value: 'links', label: 'Links', of: ({ links }) => links && <Addresses urls={links} /> },
  { value: 'images', label: 'Images', of: ({ images }) => images && <Addresses urls={images} /> },
  {
    ...{ value: 'screenshot', label: 'Screenshot' },
    of: ({ screenshot, url }) =>
      screenshot && (
        <Scroll label="Screenshot">
          <img src={screenshot} alt={`Screenshot of ${url}`} className="rounded-md border" />
        </Scroll>
      ),
  },
  {
    ...{ value: 'metadata', label: 'Metadata' },
    of: ({ metadata }) => metadata && <Metadata metadata={metadata} />,
  },
  {
    ...{ value: 'trace', label: 'Trace' },
    of: ({ trace }) => trace && <Json label="trace" value={trace} />,
  },
  {
    ...{ value: 'json', label: 'JSON' },
    of: page => <Json label="answer" value={{ ...page, ...shortened(page) }} />,
  },
]

export const ScrapeResult = ({
  result: { value: page, ms, credits },
}: {
  result: Answer<'POST /v1/scrape' | 'POST /v1/parse'>
}) => {
  const there = views.filter(view => view.of(page))
  const [view, setView] = useState(there[0]?.value ?? 'json')
  const how = page.metadata && (page.metadata.rendered ? 'with a browser' : 'without a browser')
  const { pageCount, sheetCount, slideCount, ocr } = page.metadata ?? {}
  const facts = [
    ...[page.url, `${count(Math.round(ms))} ms`, how],
    pageCount && plural(pageCount, 'page'),
    sheetCount && plural(sheetCount, 'sheet'),
    slideCount && plural(slideCount, 'slide'),
    ocr && `${plural(ocr.pages.length, 'page')} recognised, confidence ${ocr.meanConfidence}`,
    `credits: ${credits}`,
  ]
  return (
    <Card
      title="Result"
      actions={<Choice label="View" options={there} value={view} onChange={setView} />}
      about={<span className="break-words">{facts.filter(Boolean).join(' · ')}</span>}
    >
      {page.warning && <p className="mb-3 text-warn">{page.warning}</p>}
      <div data-testid="result">{there.find(({ value }) => value === view)?.of(page)}</div>
    </Card>
  )
}

/** A picture is a megabyte of letters, which nobody reads. */
const shortened = ({ screenshot }: Page) =>
  screenshot === undefined ? {} : { screenshot: `${screenshot.slice(0, 60)}…` }

const Json = ({ label, value }: { label: string; value: unknown }) => (
  <Code label={label} language="json" text={JSON.stringify(value, null, 2)} />
)

const Addresses = ({ urls }: { urls: readonly string[] }) => (
  <Scroll label={plural(urls.length, 'address', 'addresses')}>
    <ul className="flex flex-col gap-1 font-mono text-xs">
      {urls.map(url => (
        <li key={url} className="break-all">
          <WebLink url={url} />
        </li>
      ))}
    </ul>
  </Scroll>
)

const Metadata = ({ metadata }: { metadata: NonNullable<Page['metadata']> }) => (
  <InCard>
    <List
      label="Metadata"
      columns={[
        { name: 'Field', width: 'w-48', cell: ([name]) => name },
        {
          name: 'Value',
          cell: ([, value]) => (
            <span className="whitespace-normal break-all">
              {typeof value === 'string' ? value : JSON.stringify(value)}
            </span>
          ),
        },
      ]}
      rows={Object.entries(metadata)}
      keyOf={([name]) => name}
    />
  </InCard>
)
