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
    <progress
      aria-label="Progress of the batch"
      className="h-3 w-full accent-accent"
      max={total}
      value={completed + failed}
    />
    <p className="text-soft" role="status">
      {status}: {count(completed + failed)} of {count(total)}
      {failed > 0 && `, ${count(failed)} failed`}
    </p>
  </div>
)
