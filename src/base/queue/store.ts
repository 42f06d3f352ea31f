import type { Sql } from '../db/sql.ts'
import type { AnyJob, EnqueueOptions } from './job.ts'

/** The channel on which queues that got a job to do now are named. */
export const wakeChannel = 'siteray_queue'

/** Jobs that failed for good go here when their kind handles failures. */
export const failedQueueOf = (job: Pick<AnyJob, 'name'>) => `${job.name}.failed`

/** A job as one run of it holds it. A later run of the same job has a higher number. */
export type Claim = {
  readonly queue: string
  readonly id: string
  readonly run: number
  /** Set by whoever ended it within a transaction of theirs. */
  ended?: 'completed' | 'lost'
}

/** The job was given to another run meanwhile: nothing of it may be touched any more. */
export class Lost extends Error {
  constructor() {
    super('The job was given to another process.')
  }
}

type Addition = Omit<EnqueueOptions, 'key'> & { payload: object; key?: string | null }

/**
 * Adds jobs in one statement. The ids of those that were added: a key that is taken adds none. Where
 * nobody is told of them, that is for `takeAndTell`.
 */
const add = async (
  sql: Sql,
  queue: string,
  additions: readonly Addition[],
  { unique, isQuiet = false }: { unique?: AnyJob['unique']; isQuiet?: boolean } = {},
): Promise<string[]> => {
  const [added] = await sql<{ ids: string[] }[]>`
    with added as (
      insert into queue_jobs
        (queue, payload, priority, job_group, start_after, key, unique_while)
      select ${queue}, payload::jsonb, priority, job_group,
        now() + pause * interval '1 second', key, ${unique ?? null}
      from unnest(
        ${additions.map(({ payload }) => JSON.stringify(payload))}::text[],
        ${additions.map(({ priority }) => priority ?? 0)}::int[],
        ${additions.map(({ group }) => group ?? null)}::text[],
        ${additions.map(({ startAfterSeconds }) => startAfterSeconds ?? 0)}::float8[],
        ${additions.map(({ key }) => key ?? (unique ? '' : null))}::text[]
      ) with ordinality as addition (payload, priority, job_group, pause, key, place)
      order by place
      on conflict do nothing
      returning id, start_after
    )
    select array_agg(id::text) as ids,
      case when ${!isQuiet} and min(start_after) <= now()
        then pg_notify(${wakeChannel}, ${queue}) end
    from added having count(*) > 0`
  return added?.ids ?? []
}

export type Taken = { claim: Claim; payload: object; attempts: number }

/** Gives the next jobs of a queue to a run each. */
const take = async (sql: Sql, queue: string, count: number): Promise<Taken[]> =>
  start(sql, queue, nextOf(sql, queue, count))

const nextOf = (sql: Sql, queue: string, count: number) => sql`
  select id from queue_jobs
  where queue = ${queue} and state = 'waiting' and start_after <= now()
  order by priority desc, start_after, id limit ${count} for update skip locked`

/** Of these queues those in which jobs could run now. */
const due = async (sql: Sql, queues: readonly string[]): Promise<string[]> => {
  const rows = await sql<{ queue: string }[]>`
    select queue from unnest(${queues as string[]}::text[]) as worked (queue) where exists (
      select 1 from queue_jobs
      where queue_jobs.queue = worked.queue and state = 'waiting' and start_after <= now()
    )`
  return rows.map(({ queue }) => queue)
}

/** Wakes whoever takes jobs of this queue. */
const tell = async (sql: Sql, queue: string): Promise<void> => {
  await sql`select pg_notify(${wakeChannel}, ${queue})`
}

/** After jobs were added: takes the next ones, and wakes others where some may be left. */
const takeAndTell = async (sql: Sql, queue: string, count: number): Promise<Taken[]> =>
  start(sql, queue, nextOf(sql, queue, count), count)

/**
 * The same with at most so many of a group at once; the group of which fewest run comes next. What
 * runs is counted before more is taken, so processes do it one after the other: the lock is held
 * until the caller's transaction ends.
 */
const takeOfGroups = async (
  sql: Sql,
  queue: string,
  count: number,
  groupConcurrency: number,
): Promise<Taken[]> => {
  await sql`select pg_advisory_xact_lock(hashtext(${`siteray queue ${queue}`}))`
  return start(
    sql,
    queue,
    sql`
      select id from queue_jobs where state = 'waiting' and id in (
        select id from (
          select waiting.id, waiting.job_group, priority, start_after,
            row_number() over (
              partition by waiting.job_group order by priority desc, start_after, waiting.id
            ) + coalesce(running.count, 0) as place
          from queue_jobs as waiting left join (
            select job_group, count(*) as count from queue_jobs
            where queue = ${queue} and state = 'running' group by job_group
          ) as running on running.job_group = waiting.job_group
          where queue = ${queue} and state = 'waiting' and start_after <= now()
        ) as ranked
        where job_group is null or place <= ${groupConcurrency}
        order by place, priority desc, start_after, id limit ${count}
      ) for update skip locked`,
  )
}

/** With `full`, others are told if it was so many. */
const start = async (
  sql: Sql,
  queue: string,
  next: ReturnType<Sql>,
  full?: number,
): Promise<Taken[]> => {
  const isTold =
    full === undefined
      ? sql``
      : sql`, told as (
      select case when count(*) = ${full} then pg_notify(${wakeChannel}, ${queue}) end from started
    )`
  const rows = await sql<
    { id: string; run: number; payload: object; attempts: number; place: Place }[]
  >`
    with next as (${next}), started as (
      update queue_jobs as job set state = 'running', run = run + 1, heartbeat_at = now()
      from next where job.id = next.id
      returning job.id::text, run, payload, attempts,
        array[-priority, extract(epoch from start_after), job.id]::float8[] as place
    )${isTold}
    select id, run, payload, attempts, place from started${full === undefined ? sql`` : sql`, told`}`
  rows.sort((a, b) => compare(a.place, b.place))
  return rows.map(({ id, run, payload, attempts }) => ({
    claim: { queue, id, run },
    payload,
    attempts,
  }))
}

/** Priority, moment and number: rows come back from an update in any order. */
type Place = readonly number[]
const compare = (a: Place, b: Place): number => {
  const at = a.findIndex((value, index) => value !== b[index])
  return at === -1 ? 0 : (a[at] ?? 0) - (b[at] ?? 0)
}

/**
 * Ends jobs in the caller's transaction, except those that were given to another run. Returns the
 * claims that were held.
 */
const complete = async (sql: Sql, claims: readonly Claim[]): Promise<Claim[]> => {
  if (claims.length === 0) return []
  const rows = await sql<HeldRow[]>`
    delete from queue_jobs where ${heldBy(sql, claims)} returning id::text, run`
  const held = heldAmong(claims, rows)
  for (const claim of claims) claim.ended = held.has(claim) ? 'completed' : 'lost'
  return claims.filter(claim => held.has(claim))
}

/** Says that the processes of these claims are alive. Returns those that are still held. */
const touch = async (sql: Sql, claims: readonly Claim[]): Promise<Claim[]> => {
  if (claims.length === 0) return []
  // What is locked is being ended by its run: it is alive without our word.
  const rows = await sql<HeldRow[]>`
    with free as (
      select id from queue_jobs where ${heldBy(sql, claims)} for update skip locked
    ), touched as (
      update queue_jobs as job set heartbeat_at = now() from free where job.id = free.id
    )
    select id::text, run from queue_jobs where ${heldBy(sql, claims)}`
  const held = heldAmong(claims, rows)
  return claims.filter(claim => held.has(claim))
}

/** Hands jobs back as if they had never been taken: at once, and without using up an attempt. */
const release = async (sql: Sql, claims: readonly Claim[]): Promise<void> => {
  await sql`
    with released as (
      update queue_jobs set state = 'waiting', heartbeat_at = null
      where ${heldBy(sql, claims)} returning queue
    )
    select pg_notify(${wakeChannel}, queue) from (select distinct queue from released) as told`
}

/** What becomes of a job whose run failed. */
export type FailureRules = Pick<AnyJob, 'name' | 'retry'> & { handlesFailure: boolean }

/**
 * Ends failed runs: their jobs wait for the next attempt, for the handling of their failure, or have
 * failed for good. Returns in how many seconds the next attempt of each may begin; a claim that is
 * no longer held is left out.
 */
const fail = async (
  sql: Sql,
  { name, retry, handlesFailure }: FailureRules,
  claims: readonly Claim[],
  error: string,
): Promise<number[]> => {
  const isLast = sql`attempts >= ${retry.limit}`
  const isOver = handlesFailure ? sql`false` : isLast
  const pause = sql`least(${retry.maxDelaySeconds}::float8,
    ${retry.delaySeconds}::float8 * power(2, least(attempts, 16))) * (0.5 + random() / 2)`
  const rows = await sql<{ seconds: number }[]>`
    with ended as (
      update queue_jobs set
        state = case when ${isOver} then 'failed' else 'waiting' end,
        failed_at = case when ${isOver} then now() end,
        start_after = now() + case when ${isLast} then 0 else ${pause} end * interval '1 second',
        ${handlesFailure ? handOver(sql, name, isLast) : sql`attempts = attempts + 1,`}
        heartbeat_at = null, error = ${error}
      where ${heldBy(sql, claims)}
      returning queue, state, extract(epoch from start_after - now())::float8 as seconds
    ), told as (
      select count(pg_notify(${wakeChannel}, queue)) from (
        select distinct queue from ended where state = 'waiting' and seconds <= 0
      ) as due
    )
    select seconds from ended, told`
  return rows.map(({ seconds }) => seconds)
}

/** After its last attempt the same row becomes the job that handles the failure. */
const handOver = (sql: Sql, name: string, isLast: ReturnType<Sql>) => sql`
  queue = case when ${isLast} then ${failedQueueOf({ name })} else queue end,
  key = case when ${isLast} then null else key end,
  unique_while = case when ${isLast} then null else unique_while end,
  attempts = case when ${isLast} then 0 else attempts + 1 end,`

/** Runs whose processes have given no sign of life. */
const findDead = (sql: Sql, queues: readonly string[], silentSeconds: number): Promise<Claim[]> =>
  sql<Claim[]>`
    select queue, id::text, run from queue_jobs
    where queue = any(${queues as string[]}::text[]) and state = 'running'
      and heartbeat_at < now() - ${silentSeconds} * interval '1 second'
    order by id limit 1000 for update skip locked`

/** Jobs that failed for good are kept this long for whoever looks. */
const purge = async (sql: Sql): Promise<void> => {
  await sql`delete from queue_jobs where state = 'failed' and failed_at < now() - interval '1 hour'`
}

const countLive = async (
  sql: Sql,
  job: { name: string },
  member: string,
  values?: readonly string[],
): Promise<Map<string, number>> => {
  const some = values ? sql`and payload ->> ${member} = any(${values as string[]}::text[])` : sql``
  const rows = await sql<{ value: string; count: number }[]>`
    select payload ->> ${member} as value, count(*)::int as count from queue_jobs
    where queue in (${job.name}, ${failedQueueOf(job)}) and state <> 'failed' ${some} group by 1`
  return new Map(rows.map(({ value, count }) => [value, count]))
}

export type Counts = {
  /** Jobs that could run now, and since when the first of them could, in seconds. */
  waiting: number
  oldestSeconds: number
  /** Jobs whose time has not come. */
  deferred: number
  /** In all processes. `failed` ones are kept for an hour. */
  active: number
  failed: number
}

const counts = async (sql: Sql): Promise<Map<string, Counts>> => {
  const rows = await sql<(Counts & { queue: string })[]>`
    select queue,
      count(*) filter (where is_due)::int as waiting,
      count(*) filter (where state = 'waiting' and not is_due)::int as deferred,
      count(*) filter (where state = 'running')::int as active,
      count(*) filter (where state = 'failed')::int as failed,
      coalesce(extract(epoch from now() - min(start_after) filter (where is_due)), 0)::float8
        as "oldestSeconds"
    from (
      select queue, state, start_after, state = 'waiting' and start_after <= now() as is_due
      from queue_jobs
    ) as job group by queue`
  return new Map(rows.map(({ queue, ...count }) => [queue, count]))
}

/** Whether this process moved a schedule on to a moment, and whether the schedule was known. */
const reach = async (
  sql: Sql,
  queue: string,
  dueAt: Date,
): Promise<{ isNew: boolean } | undefined> => {
  const [moved] = await sql<{ isNew: boolean }[]>`
    insert into queue_schedules (queue, due_at) values (${queue}, ${dueAt})
    on conflict (queue) do update set due_at = excluded.due_at
      where queue_schedules.due_at < excluded.due_at
    returning xmax = 0 as "isNew"`
  return moved
}

export const queueStore = {
  ...{ add, due, tell, take, takeAndTell, takeOfGroups, complete, touch, release, fail },
  ...{ findDead, purge, countLive, counts, reach },
}

/**
 * By the primary key, whatever the planner thinks of a table that was empty a moment ago: an index of
 * what runs still has what ran before. And without a join, for which it would look for the lowest id
 * that is left, past all that are gone.
 */
const heldBy = (sql: Sql, claims: readonly Claim[]) => sql`
  id = any(${claims.map(({ id }) => id)}::bigint[]) and state || '' = 'running'
    and id || '/' || run = any(${claims.map(({ id, run }) => `${id}/${run}`)}::text[])`

type HeldRow = Pick<Claim, 'id' | 'run'>

const heldAmong = (claims: readonly Claim[], rows: readonly HeldRow[]): Set<Claim> => {
  const runs = new Map(rows.map(({ id, run }) => [id, run]))
  return new Set(claims.filter(({ id, run }) => runs.get(id) === run))
}
