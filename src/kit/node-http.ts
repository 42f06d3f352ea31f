/**
 * An `import` of `node:http` reads all of its names, and three of them load Node's own fetch: 40 ms of
 * every start, and of every thread.
 */
export const { createServer, request, STATUS_CODES } = process.getBuiltinModule('node:http')
