import type { Handler } from './simulated-web.ts'

/** A body that never ends, as fast as the other side takes it. */
export const endless =
  (chunk: string): Handler =>
  (_request, response) => {
    response.writeHead(200)
    const write = () => {
      while (!response.destroyed && response.write(chunk));
    }
    response.on('drain', write)
    write()
    return undefined
  }
