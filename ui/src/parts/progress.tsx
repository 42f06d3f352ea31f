import { count } from './words.ts'

/** How far a batch is, and how it went so far. */
export const Progress = ({
  status,
  total,
  completed,
  failed,
}: {
  status: string
  total: number
  completed: number
  failed: number
}) => (
  <div className="mb-3 flex flex-col gap-1">
    <svg
      role="progressbar"
      aria-label="Progress of the batch"
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
      {status}: {count(completed + failed)} of {count(total)}
      {failed > 0 && `, ${count(failed)} failed`}
    </p>
  </div>
)

const share = (part: number, total: number) => `${(part / Math.max(total, 1)) * 100}%`
