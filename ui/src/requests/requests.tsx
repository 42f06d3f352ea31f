import { Logs, X } from 'lucide-react'
import { useState } from 'react'
import type { LoggedCall } from '../../../src/doors/dashboard/schemas.ts'
import type { SentWith } from '../api/ask.ts'
import { useAnswer } from '../api/use-answer.ts'
import { PageActions } from '../page-head.tsx'
import { Button, buttonLook, Card, Empty, Missing, Problem } from '../parts/basics.tsx'
import { Days, Menu, menuLook } from '../parts/fields.tsx'
import { ListFrame } from '../parts/list.tsx'
import { CursorPages, useCursors } from '../parts/paging.tsx'
import { SearchField } from '../parts/search-field.tsx'
import { Switch } from '../parts/switch.tsx'
import { plural } from '../parts/words.ts'
import { Link, useSearch } from '../route.tsx'
import { CallDetail } from './call-detail.tsx'
import { CallList } from './call-list.tsx'

const pageSize = 50
const noFilter = { search: '', key: '', endpoint: '', outcome: '', since: '', until: '' }
const usual = { ...noFilter, live: 'on' }
/** Between two looks while the switch is on. */
const everyMs = 2_000

/** While the year of a day is typed it is the year 2, then 20, then 202. */
const isDay = (text: string) => /^20\d\d-\d\d-\d\d$/.test(text)

/** Each call of the last days, without what was sent or answered. */
export const Requests = () => {
  const [{ live, ...filter }, setFilter] = useSearch(usual)
  const isLive = live === 'on'
  const [open, setOpen] = useState<LoggedCall>()
  const cursors = useCursors(JSON.stringify(filter))
  const asked = Object.entries(filter).filter(
    ([name, value]) => value !== '' && (!/since|until/.test(name) || isDay(value)),
  )
  const query = {
    ...Object.fromEntries(asked),
    ...{ limit: pageSize, ...(cursors.after && { after: cursors.after }) },
  } as SentWith<'GET /requests'>['query']
  const { value, isCurrent, error, reload } = useAnswer(
    'GET /requests',
    { query },
    isLive ? everyMs : undefined,
  )
  const { value: choices } = useAnswer('GET /requests/choices', {})
  if (!value) return <Missing error={error} />
  const isFiltered = asked.length > 0
  if (value.requests.length === 0 && !isFiltered) return <NoCalls days={value.days} />
  return (
    <>
      <PageActions>
        {!isLive && <Button onClick={reload}>Refresh</Button>}
        <Switch
          label="Live"
          isOn={isLive}
          onChange={on => setFilter({ live: on ? 'on' : 'off' })}
        />
      </PageActions>
      <p className="mb-4 text-soft">
        Each call with a secret key or from the playground, kept for {plural(value.days, 'day')}.
        Click a row for its details. Image requests are counted under{' '}
        <Link to="/usage" className="underline">
          Usage
        </Link>
        .
      </p>
      <Problem error={error} />
      <ListFrame
        isBusy={!isCurrent}
        tools={
          <>
            <SearchField
              label="Host or request id"
              value={filter.search}
              onChange={search => setFilter({ search })}
            />
            <Menu
              aria-label="Endpoint"
              className={menuLook}
              options={[
                { value: '', label: 'Any endpoint' },
                ...(choices?.endpoints ?? []).map(one => ({ value: one, label: one })),
              ]}
              value={filter.endpoint}
              onChange={endpoint => setFilter({ endpoint })}
            />
            <Menu
              aria-label="Outcome"
              className={menuLook}
              options={[
                { value: '', label: 'Any outcome' },
                { value: 'ok', label: 'Answered' },
                { value: 'failed', label: 'Failed' },
                ...(choices?.codes ?? []).map(one => ({ value: one, label: one })),
              ]}
              value={filter.outcome}
              onChange={outcome => setFilter({ outcome })}
            />
            <Days since={filter.since} until={filter.until} onChange={setFilter} />
            {filter.key && (
              <Button onClick={() => setFilter({ key: '' })}>
                <span className="max-w-40 truncate">
                  Key: <bdi>{value.keyName ?? filter.key}</bdi>
                </span>
                <X size={14} aria-label="every key again" />
              </Button>
            )}
            {isFiltered && <Button onClick={() => setFilter(noFilter)}>Show all</Button>}
          </>
        }
        foot={
          <CursorPages
            {...{ cursors, pageSize, isCurrent, next: value.next }}
            shown={value.requests.length}
          />
        }
      >
        {value.requests.length === 0 ? (
          <p className="p-6 text-center text-soft">No call matches.</p>
        ) : (
          <CallList calls={value.requests} onOpen={setOpen} />
        )}
      </ListFrame>
      {open && <CallDetail call={open} onClose={() => setOpen(undefined)} />}
    </>
  )
}

const NoCalls = ({ days }: { days: number }) => (
  <Card>
    <Empty Icon={Logs} title={days === 0 ? 'There is no request log' : 'No calls yet'}>
      <p>
        {days === 0
          ? 'The log is off: REQUEST_LOG_DAYS is 0.'
          : 'A call with a secret key appears here within a second, with its time, key, host, duration and outcome.'}
      </p>
      {days > 0 && (
        <Link to="/connect" className={buttonLook('main')}>
          Make a call
        </Link>
      )}
    </Empty>
  </Card>
)
