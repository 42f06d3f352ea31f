import { runMcp } from '../../../client/src/mcp-stdio.ts'

const { SITERAY_URL: url = '', SITERAY_KEY: key = '' } = process.env
await runMcp({ url, key, input: process.stdin, output: process.stdout })
