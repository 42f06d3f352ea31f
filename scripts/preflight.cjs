'use strict'

// Plain JavaScript that any Node runs: whoever forgot `npm ci`, or has the wrong Node, gets a
// sentence instead of the stack of a file that this Node cannot read.
var fs = require('node:fs')
var path = require('node:path')

var root = path.join(__dirname, '..')
var neededMajor = 24

function problem() {
  var isInstalled = fs.existsSync(path.join(root, 'node_modules', 'fastify', 'package.json'))
  if (!isInstalled) return 'The packages of Siteray are not installed yet. Run: npm ci'
  if (Number(process.versions.node.split('.')[0]) >= neededMajor) return undefined
  var own = `This is Node ${process.versions.node}, and Siteray needs Node ${neededMajor}. `
  return process.platform === 'linux' && (process.arch === 'x64' || process.arch === 'arm64')
    ? `${own}Start it with npm (npm start, npm run siteray), which uses the Node that npm ci brings; if that one is missing, run npm ci again, without --omit=optional.`
    : `${own}Install it from https://nodejs.org, then run npm ci again.`
}

var text = problem()
if (text) {
  process.stderr.write(`${text}\n`)
  process.exit(1)
}
// In this process: another one would cost every start as much as all that is done here.
if (process.argv.includes('--build-ui')) void import('./build-ui.ts')
