import { Button } from './basics.tsx'

/** Back and forth through a long list; nothing where one page holds it. */
export const Pages = ({
  offset,
  size,
  total,
  onMove,
}: {
  offset: number
  size: number
  total: number
  onMove: (offset: number) => void
}) =>
  total <= size ? null : (
    <div className="mt-3 flex items-center gap-2">
      <Button disabled={offset === 0} onClick={() => onMove(Math.max(0, offset - size))}>
        Back
      </Button>
      <Button disabled={offset + size >= total} onClick={() => onMove(offset + size)}>
        Next
      </Button>
      <span className="text-soft">
        {offset + 1} to {Math.min(offset + size, total)} of {total}
      </span>
    </div>
  )
