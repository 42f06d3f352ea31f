import { useMemo, useState } from 'react'
import { Card } from '../../parts/basics.tsx'
import { Code } from '../../parts/code.tsx'
import { Choice } from '../../parts/fields.tsx'
import { count } from '../../parts/words.ts'
import type { WithPage } from '../with-page.ts'
import { DataTree, type Evidence } from './data-tree.tsx'
import { PageText, type Quoted } from './page-text.tsx'

export type Result = WithPage<'POST /v1/extract'>

/** What one page says, each value beside the words it came from. */
export const Extracted = ({ result: { value: answer, page, ms, credits } }: { result: Result }) => {
  const [view, setView] = useState<'read' | 'json'>('read')
  const [active, setActive] = useState<string>()
  const evidence = answer.evidence ?? {}
  const quotes = useMemo(
    () => Object.entries(answer.evidence ?? {}).flatMap(entry => quotedOf(...entry) ?? []),
    [answer],
  )
  const looked = useMemo(
    () => (active === undefined ? undefined : quotedOf(active, answer.evidence?.[active])),
    [answer, active],
  )
  return (
    <>
      <Card
        title="Result"
        about={`${count(Math.round(ms))} ms · credits: ${credits}`}
        actions={
          <Choice
            label="View"
            options={[
              { value: 'read', label: 'View' },
              { value: 'json', label: 'JSON' },
            ]}
            value={view}
            onChange={setView}
          />
        }
      >
        {answer.warning && <p className="mb-3 text-warn">{answer.warning}</p>}
        {view === 'json' ? (
          <Code label="answer" language="json" text={JSON.stringify(answer, null, 2)} />
        ) : (
          <DataTree data={answer.data} evidence={evidence} active={active} onLook={setActive} />
        )}
      </Card>
      {page?.markdown !== undefined && (
        <Card title="In the page" about="The words that the values came from are highlighted.">
          <PageText markdown={page.markdown} quotes={quotes} active={looked} />
        </Card>
      )}
    </>
  )
}

/** `/offers/0/price` is about “price”. */
const quotedOf = (pointer: string, evidence: Evidence | undefined): Quoted | undefined => {
  const name = pointer.split('/').findLast(part => !/^\d*$/.test(part)) ?? ''
  return evidence?.quote === undefined ? undefined : { quote: evidence.quote, name }
}
