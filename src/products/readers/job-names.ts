/** The durable work of readers: what adds a job and what does it need not know each other. */
export const digestJobName = 'readers.digest'
export type DigestPayload = { accountId: string; host: string }

export const learnJobName = 'readers.learn'
export const repairJobName = 'readers.repair'
export type ReaderPayload = { readerId: string }

export const checkJobName = 'readers.check'
export type CheckPayload = { readerId: string; url: string }

export const reportJobName = 'readers.report'
export type ReportPayload = { eventId: string }
