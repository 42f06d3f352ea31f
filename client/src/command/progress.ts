/** What has ended so far, and how many there are in all where that is known. */
export type Progress = { read: number; failed: number; total?: number | undefined }

type Screen = Pick<NodeJS.WriteStream, 'isTTY' | 'columns' | 'write'>

export type Bar = { show(progress: Progress): void; clear(): void }

/** Where no bar is wanted. */
export const nobody: Screen = { isTTY: false, columns: 0, write: () => true }

/** One line that is written over and over, ten times a second at most, and only for somebody who looks. */
export const createBar = (screen: Screen, now: () => number = Date.now): Bar => {
  if (!screen.isTTY) return { show: () => undefined, clear: () => undefined }
  const startedMs = now()
  let first: number | undefined
  let shownMs = 0
  return {
    show(progress) {
      const done = progress.read + progress.failed
      // What was there before says nothing about how fast this goes.
      first ??= done
      if (now() - shownMs < 100 && done !== progress.total) return
      shownMs = now()
      const seconds = (now() - startedMs) / 1_000
      const line = lineOf(progress, (done - first) / seconds, screen.columns || 80)
      screen.write(`\r\u001b[K${line}`)
    },
    clear() {
      if (shownMs > 0) screen.write('\r\u001b[K')
      shownMs = 0
    },
  }
}

const lineOf = ({ read, failed, total }: Progress, perSecond: number, columns: number): string => {
  const done = read + failed
  const words = [
    total === undefined ? `${done}` : `${done} of ${total}`,
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(perSecond > 0 ? [`${perSecond.toPrecision(2)}/s`] : []),
    ...(perSecond > 0 && total !== undefined ? [leftOf((total - done) / perSecond)] : []),
  ].join('  ')
  const width = Math.min(30, columns - words.length - 4)
  if (total === undefined || total === 0 || width < 5) return words.slice(0, columns - 1)
  const filled = Math.min(width, Math.floor((width * done) / total))
  return `[${'#'.repeat(filled)}${'.'.repeat(width - filled)}] ${words}`
}

const leftOf = (seconds: number): string => {
  const whole = Math.ceil(seconds)
  const minutes = Math.floor(whole / 60)
  return `${minutes}:${String(whole % 60).padStart(2, '0')} left`
}
