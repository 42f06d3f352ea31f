import type { LimitsAnswer } from '../../../src/doors/dashboard/limits-answer.ts'
import { useAnswer } from '../api/use-answer.ts'
import { Card, Missing } from '../parts/basics.tsx'
import { count, plural } from '../parts/words.ts'
import { Link } from '../route.tsx'

type Group = { title: string; facts: readonly (readonly [name: string, value: string])[] }

/** The plan, the limits, how long Siteray keeps things, and which version this is. */
export const Limits = ({ version }: { version: string }) => {
  const { value, error } = useAnswer('GET /limits', {})
  if (!value) return <Missing error={error} />
  return (
    <Card
      title={`Plan “${value.plan.name}” and limits`}
      actions={
        <Link to="/usage" className="text-soft underline hover:text-ink">
          Usage
        </Link>
      }
    >
      <div className="grid gap-x-8 gap-y-5 sm:grid-cols-2">
        {groupsOf(value, version).map(({ title, facts }) => (
          <section key={title} aria-label={title} className="min-w-0">
            <h3 className="mb-1.5 font-medium">{title}</h3>
            <dl>
              {facts.map(([name, text]) => (
                <div key={name} className="flex justify-between gap-4 border-t py-1.5">
                  <dt className="text-soft">{name}</dt>
                  <dd className="text-right tabular-nums">{text}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <p className="mt-4 text-soft">
        To see whether there is a newer version, run{' '}
        <code className="font-mono text-xs">npm run siteray -- version --check</code> on the server.
        Siteray never checks by itself.
      </p>
    </Card>
  )
}

const groupsOf = (limits: LimitsAnswer, version: string): Group[] => [
  {
    title: 'Each month',
    facts: [
      ['Credits', orNoLimit(limits.plan.creditsPerMonth)],
      ['Image requests', orNoLimit(limits.plan.imageRequestsPerMonth)],
    ],
  },
  {
    title: 'Each call',
    facts: [
      ['Calls per minute and key', orNoLimit(limits.callsPerMinute)],
      ['URLs per batch', count(limits.batchUrls)],
      ['Pages per crawl', count(limits.crawlPages)],
      ['Request body', `${megabytes(limits.bodyBytes)} MB`],
      ['Body of a batch or a page', `${megabytes(limits.largeBodyBytes)} MB`],
      ['PDF, office file or picture', `${limits.fileMegabytes} MB`],
    ],
  },
  {
    title: 'Kept for',
    facts: [
      ['Results of jobs', plural(limits.resultsHours, 'hour')],
      ['Request log', limits.requestLogDays === 0 ? 'off' : plural(limits.requestLogDays, 'day')],
      ['Audit log', limits.auditDays === 0 ? 'for ever' : plural(limits.auditDays, 'day')],
      ['Usage by day', plural(limits.usageMonths, 'month')],
    ],
  },
  { title: 'This server', facts: [['Version', version]] },
]

const orNoLimit = (limit: number | null): string => (limit === null ? 'no limit' : count(limit))

const megabytes = (bytes: number): number => Math.round(bytes / 1_048_576)
