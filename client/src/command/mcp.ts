import { runMcp } from '../mcp-stdio.ts'
import { type Command, connectionOf } from './context.ts'
import { everywhere } from './shared-options.ts'
import { exitCodes } from './usage.ts'

export const mcp: Command = {
  usage: '',
  about: 'Serves the Model Context Protocol on standard input and output, for assistants.',
  examples: [
    ['siteray mcp', 'the command for clients that start a program'],
    ['claude mcp add siteray -- siteray mcp', 'Claude Code'],
  ],
  options: everywhere,
  async run(given, context) {
    const { stdin: input, stdout: output, signal } = context
    const stopped = new Promise<never>((_, reject) =>
      signal.addEventListener('abort', () => {
        input.destroy()
        reject(signal.reason)
      }),
    )
    await Promise.race([runMcp({ ...connectionOf(context, given), input, output }), stopped])
    return exitCodes.all
  },
}
