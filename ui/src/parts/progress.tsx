import { count } from './words.ts'

/** How far a job is, and how it went so far. */
export const Progress = ({
  status,
  total,
  completed,
  failed,
}: {
  status: string
} & Counts) => (
  <div className="mb-3 flex flex-col gap-1 last:mb-0">
    <svg
      role="progressbar"
      aria-label="Progress of the job"
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={completed + failed}
      className="h-2 w-full overflow-hidden rounded-full bg-hover"
    >
      <rect className="fill-good" height="100%" width={share(completed, total)} />
      <rect
        className="fill-bad"
        height="100%"
        x={share(completed, total)}
        width={share(failed, total)}
      />
    </svg>
    <p className="text-soft" role="status">
      {status}: {sayProgress({ total, completed, failed })}
    </p>
  </div>
)

type Counts = { total: number; completed: number; failed: number }

/** “7 done, 6 failed, of 13”, “7 done of 13”. */
export const sayProgress = ({ total, completed, failed }: Counts): string =>
  `${count(completed)} done${failed > 0 ? `, ${count(failed)} failed,` : ''} of ${count(total)}`

const share = (part: number, total: number) => `${(part / Math.max(total, 1)) * 100}%`
