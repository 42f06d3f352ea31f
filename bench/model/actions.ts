/* What `npm run bench -- model <action>` does. */
export { record } from './record.ts'
export { replay } from './replay.ts'
