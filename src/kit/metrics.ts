import type { Registry } from 'prom-client'

type Metric = { help: string; labels?: readonly string[] }

/**
 * Every metric of our own, beside those of the process that prom-client knows. Dashboards and
 * alerts of users hold these names and labels: they stay as they are.
 */
export const metrics = {
  siteray_http_request_seconds: {
    help: 'Time from request to answer by route and status.',
    labels: ['method', 'route', 'status'],
  },
  siteray_line: {
    help: 'Admitted calls, and running and waiting work, by admission queue.',
    labels: ['line', 'state'],
  },
  siteray_line_refused_total: {
    help: 'Calls refused because they would have waited too long, by admission queue.',
    labels: ['line'],
  },
  siteray_pages_total: {
    help: 'Pages read, by way and verdict: answer, shell, wall, nothing, status, redirect, or an error code.',
    labels: ['way', 'verdict'],
  },
  siteray_way_pages_total: {
    help: 'Pages by way out and outcome: answer, blocked (the site turned it away), way_failed (the proxy), page_failed (the site).',
    labels: ['way', 'outcome'],
  },
  siteray_way_page_seconds: {
    help: 'Time that a page took by way out, whatever its outcome.',
    labels: ['way'],
  },
  siteray_way_bytes_total: {
    help: 'Bytes through a way out, counted when a connection closes.',
    labels: ['way', 'direction'],
  },
  siteray_queue_jobs: {
    help: 'Jobs in the database by queue: waiting (could run now), deferred (not yet due), active in all processes, failed for good within the last hour.',
    labels: ['queue', 'state'],
  },
  siteray_queue_oldest_seconds: {
    help: 'How long the oldest job that could run has waited.',
    labels: ['queue'],
  },
  siteray_queue_running: { help: 'Jobs that run in this process.', labels: ['queue'] },
  siteray_browsers: { help: 'Browsers that run.' },
  siteray_browser_pages: {
    help: 'Open pages of browsers, and calls that wait for one.',
    labels: ['state'],
  },
  siteray_browser_starts_total: { help: 'Browsers started.' },
  siteray_browser_crashes_total: { help: 'Browsers that crashed.' },
  siteray_file_processes: {
    help: 'Processes that read office files, and those that recognise text in pictures.',
    labels: ['kind'],
  },
  siteray_file_process_starts_total: {
    help: 'Starts of these processes.',
    labels: ['kind'],
  },
  siteray_file_process_kills_total: {
    help: 'Processes that a file brought down, by reason: time, memory, crash.',
    labels: ['kind', 'reason'],
  },
  siteray_webhook_events_waiting: { help: 'Webhook events that are not delivered yet.' },
  siteray_webhook_oldest_seconds: {
    help: 'Age of the oldest undelivered event; receivers that fail make it grow.',
  },
  siteray_webhook_lag_seconds: {
    help: 'How long the first undelivered event has been due: Siteray’s own delay.',
  },
  siteray_credits_settled_total: { help: 'Credits charged for work of this process.' },
  siteray_credits_released_total: { help: 'Credits given back for work that failed.' },
  siteray_backup_age_seconds: { help: 'Age of the last daily back-up.' },
  siteray_backup_failures: { help: 'Attempts of the daily back-up that failed in a row.' },
  siteray_model_calls_total: {
    help: 'Calls to the language model by outcome.',
    labels: ['outcome'],
  },
  siteray_model_tokens_total: {
    help: 'Tokens that the language model’s provider counted.',
    labels: ['direction'],
  },
  siteray_database_up: { help: 'Whether the database answered within two seconds.' },
  siteray_database_answer_seconds: {
    help: 'Time of the smallest query, with its wait for a connection.',
  },
  siteray_database_connections: {
    help: 'Connections of this process’s pools by state.',
    labels: ['pool', 'state'],
  },
  siteray_database_queries_waiting: {
    help: 'Queries that wait for a connection.',
    labels: ['pool'],
  },
  siteray_notifications_live: {
    help: '0 while this process receives no notifications from the database; it then checks every key there.',
  },
  siteray_request_log_lost_total: {
    help: 'Calls missing from the request log, because more came than could be written.',
  },
  siteray_usage_requests_waiting: {
    help: 'Counted requests that are not in the database yet.',
  },
  siteray_usage_requests_dropped_total: {
    help: 'Requests that were not counted, because too many rows waited for the database.',
  },
  siteray_image_requests_total: {
    help: 'Image requests that passed the key and origin checks, by outcome.',
    labels: ['outcome'],
  },
  siteray_image_renditions_bytes: { help: 'Memory that renditions take.' },
  siteray_image_work: {
    help: 'Work on untrusted images, running and waiting.',
    labels: ['state'],
  },
  siteray_image_processes: { help: 'Image processes that run.' },
  siteray_image_process_restarts_total: {
    help: 'Image processes that ended and were started again.',
  },
  siteray_image_process_resident_memory_bytes: {
    help: 'Memory of each image process.',
    labels: ['process'],
  },
  siteray_image_process_renditions_bytes: {
    help: 'Memory that renditions take in each image process.',
    labels: ['process'],
  },
  siteray_image_process_busy_ratio: {
    help: 'Share of the last half second that each image process was busy.',
    labels: ['process'],
  },
  siteray_image_process_cpu_seconds_total: {
    help: 'Processor time of each image process; a new process starts again at 0.',
    labels: ['process'],
  },
  siteray_objects_away: {
    help: '1 while Siteray does not use the store of S3_URL because it failed; values stay in PostgreSQL.',
  },
  siteray_objects_failures_total: { help: 'Requests to the store of S3_URL that failed.' },
  siteray_trace_spans_lost_total: { help: 'Spans that the receiver did not accept.' },
} as const satisfies Record<`siteray_${string}`, Metric>

export type MetricName = keyof typeof metrics

type LabelOf<Name extends MetricName> = (typeof metrics)[Name] extends {
  labels: readonly (infer Label extends string)[]
}
  ? Label
  : never

/** What prom-client wants to know of a metric: `new Counter({ ...metric('…', registry) })`. */
export const metric = <Name extends MetricName>(name: Name, registry: Registry) => {
  const { help, labels = [] }: Metric = metrics[name]
  return { name, help, labelNames: labels as LabelOf<Name>[], registers: [registry] }
}
