import { useState } from 'react'
import type { LoggedCall, OneKeyAnswer } from '../../../src/doors/dashboard/schemas.ts'
import { useAnswer } from '../api/use-answer.ts'
import { ThingHead, ThingMissing } from '../page-head.tsx'
import { Badge, Button, buttonLook, Card, Missing, Problem } from '../parts/basics.tsx'
import { type Fact, Facts } from '../parts/facts.tsx'
import { ListFrame } from '../parts/list.tsx'
import { ago, count, day, plural } from '../parts/words.ts'
import { CallDetail } from '../requests/call-detail.tsx'
import { CallList } from '../requests/call-list.tsx'
import { go, Link } from '../route.tsx'
import { Chart } from '../usage/chart.tsx'
import { readRange } from '../usage/range.ts'
import { addUp, totalsOf } from '../usage/usage-sums.ts'
import { kindNames, sayMaker, sayOrigins } from './key-words.ts'
import { keyActions, useKeyDialogs } from './use-key-dialogs.tsx'
import { WholeKey } from './whole-key.tsx'

const list = { path: '/keys', name: 'Keys', one: 'A key' }

/** One key: what it may do, what it did, and what can be done with it. */
export const OneKey = ({ id }: { id: string }) => {
  const { value: key, error, reload } = useAnswer('GET /keys/:id', { params: { id } }, 10_000)
  const dialogs = useKeyDialogs({ onChange: reload, onDeleted: () => go('/keys') })
  if (!key) return <ThingMissing list={list} error={error} />
  return (
    <>
      <ThingHead
        list={list}
        name={key.name}
        beside={
          <>
            <Badge tone="soft">{kindNames[key.kind]}</Badge>
            {key.expiresAt && <Badge tone="warn">ends {ago(key.expiresAt)}</Badge>}
          </>
        }
        actions={keyActions(key, dialogs.open)
          .flat()
          .map(({ name, look, onChoose }) => (
            <Button key={name} look={look ?? 'plain'} onClick={onChoose}>
              {name}
            </Button>
          ))}
      />
      <div className="flex flex-col gap-4">
        <Problem error={error} />
        <KeyFacts shown={key} />
        {key.kind === 'publishable' && (
          <WholeKey shown={key} onRoll={() => dialogs.open({ what: 'roll', key })} />
        )}
        <KeyChart shown={key} />
        {key.kind === 'secret' && <LastCalls id={id} />}
      </div>
      {dialogs.shown}
    </>
  )
}

const KeyFacts = ({ shown }: { shown: OneKeyAnswer }) => {
  const { limits } = shown
  const share = shown.kind === 'secret' ? limits.credits : limits.imageRequests
  const facts: Fact[] = [
    { name: 'Key', value: <code className="font-mono">{shown.shown}</code>, about: shown.id },
    {
      name: 'Last used',
      value: shown.lastUsedAt ? ago(shown.lastUsedAt) : 'never',
      about: shown.lastUsedEndpoint ?? '',
    },
    {
      name: 'Created',
      value: day(shown.createdAt),
      about: sayMaker(shown.madeBy),
    },
    shown.kind === 'secret'
      ? {
          name: 'Calls per minute',
          value: limits.callsPerMinute === null ? 'no limit' : count(limits.callsPerMinute),
          about: 'for each server process',
        }
      : {
          name: 'Allowed origins',
          value: sayOrigins(shown.origins),
          about: shown.origins.slice(0, 3).join(', '),
        },
    {
      name: shown.kind === 'secret' ? 'Credits per month' : 'Images per month',
      value: share.allowance === null ? 'no limit' : count(share.allowance),
      about: `plan “${limits.plan}”; the account has used ${count(share.used)}`,
    },
  ]
  return <Facts facts={facts} />
}

const range = '30d'

const KeyChart = ({ shown }: { shown: OneKeyAnswer }) => {
  const kind = shown.kind === 'secret' ? 'call' : 'image'
  const { since, until, name } = readRange(range)
  const query = { since, until, kind, key: shown.id } as const
  const { value, error } = useAnswer('GET /usage', { query }, 10_000)
  if (!value) return <Missing error={error} />
  const sums = addUp(value, { kind, by: 'outcome', hidden: new Set() })
  const values = totalsOf(sums)
  const failed = sums.series
    .filter(({ id }) => id !== 'ok')
    .reduce((sum, { total }) => sum + total, 0)
  return (
    <Card
      title={`${kind === 'call' ? 'Calls' : 'Image requests'} ${name}`}
      actions={
        <Link to={`/usage?range=${range}&kind=${kind}`} className={buttonLook()}>
          Usage of all keys
        </Link>
      }
    >
      <p className="-mt-1 mb-4 flex last:mb-0 flex-wrap items-baseline gap-x-3">
        <span className="font-semibold text-3xl tabular-nums tracking-tight">
          {count(sums.total)}
        </span>
        {kind === 'call' && failed > 0 && (
          <span className="text-soft tabular-nums">{count(failed)} failed</span>
        )}
      </p>
      {sums.total > 0 && (
        <Chart
          isSmall
          label={`${shown.name} by day: ${count(sums.total)} in total`}
          columns={sums.days}
          unit={value.unit}
          layers={[{ id: 'all', name: shown.name, color: '#6366f1', values }]}
          onChoose={
            kind === 'call'
              ? chosen => go(`/requests?since=${chosen}&until=${chosen}&key=${shown.id}`)
              : undefined
          }
        />
      )}
    </Card>
  )
}

const LastCalls = ({ id }: { id: string }) => {
  const [open, setOpen] = useState<LoggedCall>()
  const { value, error } = useAnswer('GET /requests', { query: { key: id, limit: 10 } }, 5_000)
  if (!value) return <Missing error={error} />
  return (
    <>
      <ListFrame
        tools={
          <>
            <h2 className="font-semibold">Last calls</h2>
            <Link to={`/requests?key=${id}`} className={`${buttonLook()} ml-auto`}>
              All calls
            </Link>
          </>
        }
      >
        {value.requests.length === 0 ? (
          <p className="p-6 text-center text-soft">None in the last {plural(value.days, 'day')}.</p>
        ) : (
          <CallList calls={value.requests} onOpen={setOpen} ofOneKey />
        )}
      </ListFrame>
      {open && <CallDetail call={open} onClose={() => setOpen(undefined)} />}
    </>
  )
}
