import { record } from './record.ts'

type Given = { data: string; tasks: string; folder: string; verbose: boolean }

/** What `npm run bench -- model <action>` does. */
export const modelActions: Record<'record' | 'replay', (given: Given) => Promise<void>> = {
  record,
  replay: async () => undefined,
}
