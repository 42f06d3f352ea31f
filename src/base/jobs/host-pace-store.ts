import { purgeStep } from '../db/purge.ts'
import type { Sql } from '../db/sql.ts'

/** Requests to one host at once, in all processes together. */
const slotsPerHost = 2

/** An item that gets a ticket: a job in the queue. */
export type HostSlot = {
  jobId: string
  position: number
  host: string
  turn: number
  needsBrowser: boolean
  /** The host, or the item itself, must not be asked before. */
  startAfterSeconds: number
}

/** A host's pause shorter than this is waited for; for a longer one the item gets back in line. */
export const waitInPlaceMs = 1_000

type Claimed = { host: string; tickets: number }
const byHost = async (rows: Promise<Claimed[]>): Promise<Map<string, number>> =>
  new Map((await rows).map(({ host, tickets }) => [host, tickets]))

/**
 * Each host has a lane with two tickets. Only items with a ticket are in the queue; when one ends,
 * its ticket goes to the host's next item, in the same transaction. So a host is never asked by more
 * than two at once however many processes there are, taking a job costs the same however many items
 * wait, and a host that pauses holds up nobody else.
 */
export const hostPaceStore = {
  async servedTurns(sql: Sql, hosts: readonly string[]): Promise<Map<string, number>> {
    const rows = await sql<{ host: string; turn: number }[]>`
      select host, served_turn::float8 as turn from batch_lanes
      where host = any(${hosts as string[]}::text[])`
    return new Map(rows.map(({ host, turn }) => [host, turn]))
  },

  /**
   * Tickets that are free go to the next items of their hosts: those that were given back (a host
   * for each), and those of hosts that have new items. All lanes of a transaction are locked here,
   * at once and in one order everywhere, so that nobody waits in a circle.
   */
  async fill(
    sql: Sql,
    givenBack: readonly string[],
    touched: readonly string[] = [],
  ): Promise<HostSlot[]> {
    const hosts = [...new Set([...givenBack, ...touched])]
    if (hosts.length === 0) return []
    const counts = hosts.map(host => givenBack.filter(one => one === host).length)
    // A statement of its own: the next one must see what whoever held the lock has written.
    const locked =
      touched.length > 0
        ? sql`
          insert into batch_lanes as lane (host)
          select host from unnest(${hosts}::text[]) as host order by host
          on conflict (host) do update set tickets = lane.tickets`
        : sql`
          select 1 from batch_lanes where host = any(${hosts}::text[]) order by host for update`
    const filled = sql<HostSlot[]>`
      with free as (
        select host, back, ${slotsPerHost} - tickets + back as count
        from unnest(${hosts}::text[], ${counts}::int[]) as given (host, back)
          join batch_lanes using (host)
      ), next as materialized (
        select item.* from free cross join lateral (
          (select batch_id, position, ready_at from batch_items
            where host = free.host and state = 'waiting' and ready_at is not null
              and ready_at <= now() order by ready_at limit greatest(0, free.count))
          union all
          (select batch_id, position, ready_at from batch_items
            where host = free.host and state = 'waiting' and ready_at is null
            order by lane_turn limit greatest(0, free.count))
          union all
          (select batch_id, position, ready_at from batch_items
            where host = free.host and state = 'waiting' and ready_at > now()
            order by ready_at limit greatest(0, free.count))
          limit greatest(0, free.count)
        ) as item
      ), queued as (
        update batch_items set state = 'queued', ready_at = null from next
        where batch_items.batch_id = next.batch_id and batch_items.position = next.position
          -- Whoever had it locked may have cancelled or skipped it.
          and batch_items.state = 'waiting'
        returning batch_items.batch_id, batch_items.position, batch_items.host, turn, lane_turn,
          needs_browser, next.ready_at
      ), given as (
        select host, count(*)::int as count, max(lane_turn) as turn from queued group by host
      ), kept as (
        update batch_lanes set
          tickets = greatest(0, tickets - free.back + coalesce(given.count, 0)),
          served_turn = greatest(served_turn, given.turn)
        from free left join given on given.host = free.host
        where batch_lanes.host = free.host
        returning batch_lanes.host, free_at
      )
      select batch_id as "jobId", position, queued.host, turn::float8 as turn,
        needs_browser as "needsBrowser",
        greatest(0, extract(epoch from greatest(
          case when free_at > now() + ${`${waitInPlaceMs} ms`}::interval then free_at end,
          ready_at) - now()))::float8 as "startAfterSeconds"
      from queued join kept on kept.host = queued.host`
    // A plan that was made for a small table would be kept while it grows a thousandfold.
    // (What else the transaction asks after it is little.)
    const [, , tickets] = await Promise.all([
      sql`set local plan_cache_mode = force_custom_plan`,
      locked,
      filled,
    ])
    return tickets
  },

  /**
   * Each host's next moment goes to the first who asks, if it is now: its pause is 0. The others are
   * told how many milliseconds it is away, without holding a moment that somebody else could use.
   */
  async takeTurns(
    sql: Sql,
    asked: readonly { host: string; delayMs: number }[],
  ): Promise<number[]> {
    const first = new Map(asked.toReversed().map(({ host, delayMs }) => [host, delayMs]))
    const rows = await sql<{ host: string; pauseMs: number }[]>`
      with lane as (
        select batch_lanes.host, free_at, delay_ms
        from unnest(${[...first.keys()]}::text[], ${[...first.values()]}::int[])
            as asked (host, delay_ms)
          join batch_lanes on batch_lanes.host = asked.host
        order by batch_lanes.host for update of batch_lanes
      ), taken as (
        update batch_lanes set free_at = now() + make_interval(secs => delay_ms / 1000.0)
        from lane where batch_lanes.host = lane.host and lane.free_at <= now()
      )
      select host, (extract(epoch from free_at - now()) * 1000)::float8 as "pauseMs" from lane`
    const pauses = new Map(rows.map(({ host, pauseMs }) => [host, Math.max(0, pauseMs)]))
    return asked.map(({ host }) => {
      const pauseMs = pauses.get(host) ?? 0
      if (pauseMs === 0) pauses.set(host, first.get(host) ?? 0)
      return pauseMs
    })
  },

  /**
   * The next moment at which a job asks a host by its caller's own, longer pauses: it is this
   * item's from now on. Others are not held up by them. Milliseconds until then.
   */
  async reserveMoment(
    sql: Sql,
    { jobId, host, delayMs }: { jobId: string; host: string; delayMs: number },
  ): Promise<number> {
    const [row] = await sql<{ pauseMs: number }[]>`
      insert into harvest_lanes as lane (batch_id, host, free_at)
      values (${jobId}, ${host}, now() + make_interval(secs => ${delayMs / 1_000}))
      on conflict (batch_id, host) do update set free_at =
        greatest(lane.free_at, now()) + make_interval(secs => ${delayMs / 1_000})
      returning (extract(epoch from free_at - now()) * 1000)::float8 - ${delayMs}::float8
        as "pauseMs"`
    return Math.max(0, row?.pauseMs ?? 0)
  },

  /** Its moment has come: 0, or how long the one before it is not long enough ago. */
  async startMoment(
    sql: Sql,
    { jobId, host, delayMs }: { jobId: string; host: string; delayMs: number },
  ): Promise<number> {
    const delay = `${delayMs} ms`
    const [taken] = await sql`
      update harvest_lanes set started_at = now()
      where batch_id = ${jobId} and host = ${host}
        and started_at <= now() - ${delay}::interval returning 1`
    if (taken) return 0
    const [row] = await sql<{ pauseMs: number }[]>`
      select (extract(epoch from started_at + ${delay}::interval - now()) * 1000)::float8
        as "pauseMs"
      from harvest_lanes where batch_id = ${jobId} and host = ${host}`
    return Math.max(1, row?.pauseMs ?? 0)
  },

  /** The host said Retry-After: nobody asks it before. */
  async pause(sql: Sql, host: string, pauseMs: number): Promise<void> {
    await sql`
      update batch_lanes
      set free_at = greatest(free_at, now() + make_interval(secs => ${pauseMs / 1_000}))
      where host = ${host}`
  },

  /** How many slots of each host are taken. */
  async claimed(sql: Sql): Promise<Map<string, number>> {
    return byHost(sql<Claimed[]>`select host, tickets from batch_lanes where tickets > 0`)
  },

  /** The same for some hosts, locked: nobody else can give or pass a ticket of theirs. */
  async lockClaimed(sql: Sql, hosts: readonly string[]): Promise<Map<string, number>> {
    return byHost(sql<Claimed[]>`
      select host, tickets from batch_lanes
      where host = any(${hosts as string[]}::text[]) order by host for update`)
  },

  /** Lanes that nobody uses. */
  purge: (sql: Sql): Promise<boolean> =>
    purgeStep(sql, 'batch_lanes', sql`tickets = 0 and free_at < now() - interval '1 hour'`),
}
