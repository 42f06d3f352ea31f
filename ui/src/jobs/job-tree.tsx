import { ChevronRight } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { JobPage, JobSummary } from '../../../src/doors/dashboard/job-answers.ts'
import { useAnswer } from '../api/use-answer.ts'
import { Button, Missing } from '../parts/basics.tsx'
import { count, join } from '../parts/words.ts'
import { saySkip, stateWords } from './kinds.ts'
import { ReadPage } from './read-page.tsx'
import { type Branch, treeOf } from './tree.ts'

/** As many as a person looks through; the list has all. */
const maxPages = 1_000
const maxShown = 50

/** What was found, by its path. It grows while the job runs. */
export const JobTree = ({ job }: { job: Pick<JobSummary, 'id' | 'kind' | 'status'> }) => {
  const [read, setRead] = useState<JobPage>()
  const sent = { params: { id: job.id }, query: { offset: 0, limit: maxPages } }
  const everyMs = job.status === 'scraping' ? 1_500 : undefined
  const { value, error } = useAnswer('GET /jobs/:id/pages', sent, everyMs)
  const branches = useMemo(() => treeOf(value?.pages ?? []), [value])
  if (!value) return <Missing error={error} />
  return (
    <>
      {value.total > maxPages && (
        <p className="mb-3 text-soft">
          The first {count(maxPages)} of {count(value.total)} addresses; the list has all of them.
        </p>
      )}
      <section aria-label="Pages by path">
        <Branches branches={branches} depth={0} onRead={setRead} />
      </section>
      {read && <ReadPage job={job} page={read} onClose={() => setRead(undefined)} />}
    </>
  )
}

type Shared = { depth: number; onRead: (page: JobPage) => void }

const Branches = ({ branches, depth, onRead }: { branches: Branch[] } & Shared) => {
  const [shown, setShown] = useState(maxShown)
  return (
    <ul className={join('flex flex-col', depth > 0 && 'ml-2 border-l pl-3')}>
      {branches.slice(0, shown).map(branch => (
        <li key={branch.path}>
          {branch.branches.length === 0 ? (
            <Leaf branch={branch} onRead={onRead} />
          ) : (
            <details open={depth < 2}>
              <summary className="flex flex-wrap items-baseline gap-x-2 rounded py-1 hover:bg-hover">
                <ChevronRight size={13} aria-hidden className="marker self-center text-soft" />
                <span className="break-all font-medium">{branch.name || '/'}</span>
                <span className="text-soft text-xs">{sayCounts(branch)}</span>
              </summary>
              {branch.page && (
                <div className="ml-2 border-l pl-3">
                  <Leaf branch={{ ...branch, name: '(this page)' }} onRead={onRead} />
                </div>
              )}
              <Branches branches={branch.branches} depth={depth + 1} onRead={onRead} />
            </details>
          )}
        </li>
      ))}
      {branches.length > shown && (
        <li className="py-1">
          <Button onClick={() => setShown(shown + 10 * maxShown)}>
            {count(branches.length - shown)} more
          </Button>
        </li>
      )}
    </ul>
  )
}

const Leaf = ({ branch, onRead }: { branch: Branch; onRead: Shared['onRead'] }) => {
  const { page, name } = branch
  if (!page) return <span className="py-1">{name}</span>
  const { word } = stateWords[page.state]
  const why = page.reason && (page.state === 'skipped' ? saySkip(page.reason) : page.reason)
  return (
    <span className="flex flex-wrap items-baseline gap-x-2 py-1">
      <span aria-hidden className={join('w-3 text-center', marks[page.state].look)}>
        {marks[page.state].sign}
      </span>
      {page.place === null ? (
        <span className="break-all text-soft">{name || '/'}</span>
      ) : (
        <button
          type="button"
          className="break-all text-left text-accent underline"
          aria-label={`View ${page.url}`}
          onClick={() => onRead(page)}
        >
          {name || '/'}
        </button>
      )}
      <span className="text-soft text-xs">{why ? `${word}: ${why}` : word}</span>
    </span>
  )
}

const marks = {
  done: { sign: '✓', look: 'text-good' },
  failed: { sign: '✗', look: 'text-bad' },
  waiting: { sign: '…', look: 'text-soft' },
  skipped: { sign: '–', look: 'text-warn' },
}

const sayCounts = ({ counts }: Branch): string =>
  (['done', 'failed', 'waiting', 'skipped'] as const)
    .filter(state => counts[state] > 0)
    .map(state => `${count(counts[state])} ${stateWords[state].word}`)
    .join(', ')
