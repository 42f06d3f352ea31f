import { fork } from 'node:child_process'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type Bench, type Figure, isWithin, showFigure, showLimit } from './bench.ts'
import type { Order } from './child.ts'
import { benchNames, loadBench } from './load.ts'
import { describeRun } from './machine.ts'
import { missing, showNeeds } from './needs.ts'
import { readResults, writeResults } from './results.ts'

const usage = `npm run bench -- <names>          runs these and writes their rows of bench/RESULTS.md
npm run bench -- --all            lists all, how long each takes and what it needs
npm run bench -- --every          runs all, one after another
npm run bench -- --report         only writes bench/RESULTS.md anew from bench/results.json
  --data <folder>                 where the data sets are (or BENCH_DATA)
  --sample <n>                    every nth case only, to try a bench; nothing is written
  --seed <n> --places <n>         which cases a bench draws at random, and how many (mutants)
  --verbose                       each miss
npm run bench -- model record --tasks <file> --out <folder>
                                  writes what a model is sent for each task, to be answered by readers
npm run bench -- model replay --tasks <file> --answers <folder> [--out <folder>]
                                  scores their answers, and stores them as a fixture
`

const main = async (): Promise<boolean> => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      all: { type: 'boolean', default: false },
      every: { type: 'boolean', default: false },
      report: { type: 'boolean', default: false },
      data: { type: 'string' },
      sample: { type: 'string', default: '1' },
      seed: { type: 'string' },
      places: { type: 'string' },
      verbose: { type: 'boolean', default: false },
      tasks: { type: 'string' },
      out: { type: 'string' },
      answers: { type: 'string' },
    },
  })
  if (values.all) return printAll(await loadAll())
  if (values.report) {
    writeResults(readResults(), await loadAll())
    return true
  }
  const [name, action] = positionals
  if (name === 'model' && (action === 'record' || action === 'replay')) {
    const { tasks, out, answers, verbose, data = process.env.BENCH_DATA } = values
    if (!tasks || !data) throw new Error('Give --tasks and --data.')
    const { record } = await import('../model/record.ts')
    const { replay } = await import('../model/replay.ts')
    const given = { data: resolve(data), tasks, verbose }
    if (action === 'record' && out) await record({ ...given, out })
    else if (action === 'replay' && answers) await replay({ ...given, answers, out })
    else throw new Error('Give --out to record, --answers to replay.')
    return true
  }
  const names = values.every ? benchNames() : positionals
  if (names.length === 0) {
    console.log(usage)
    return false
  }
  const unknown = names.find(name => !benchNames().includes(name))
  if (unknown) throw new Error(`There is no bench ${unknown}: see npm run bench -- --all.`)
  const given = values.data ?? process.env.BENCH_DATA
  const dataFolder = given === undefined ? undefined : resolve(given)
  const options = {
    dataFolder,
    sample: Number(values.sample),
    verbose: values.verbose,
    ...(values.seed !== undefined && { seed: Number(values.seed) }),
    ...(values.places !== undefined && { places: Number(values.places) }),
  }
  let isFine = true
  for (const name of names) isFine = (await runBench(await loadBench(name), options)) && isFine
  return isFine
}

const loadAll = (): Promise<Bench[]> => Promise.all(benchNames().map(loadBench))

const printAll = (benches: readonly Bench[]): true => {
  for (const { name, minutes, needs = {}, title } of benches) {
    const time = minutes < 1 ? 'under a minute' : `about ${minutes} min`
    console.log(`${name.padEnd(20)} ${time.padEnd(15)} ${title}`)
    const needed = showNeeds(needs)
    if (needed) console.log(`${' '.repeat(21)}needs ${needed}`)
  }
  return true
}

type Options = Omit<Order, 'name' | 'dataFolder'> & { dataFolder: string | undefined }

/** Whether all its figures are within their limits; a bench that cannot run here is no failure. */
const runBench = async (bench: Bench, { dataFolder, ...options }: Options): Promise<boolean> => {
  const hindrance = missing(bench.needs, dataFolder)
  if (hindrance) {
    console.log(`${bench.name}: skipped, ${hindrance}`)
    return true
  }
  const { sample, seed, places } = options
  const drawn = Object.entries({ seed, places }).flatMap(([name, value]) =>
    value === undefined ? [] : [` --${name} ${value}`],
  )
  const run = describeRun(`npm run bench -- ${bench.name}${drawn.join('')}`)
  console.log(`${bench.name}: about ${bench.minutes} min, load average ${run.load}`)
  if (bench.needs?.quiet && (run.load ?? 0) > 1)
    console.log('  The machine is busy: times will be too long.')
  const order = { name: bench.name, dataFolder: dataFolder ?? '', ...options }
  const figures = await measureInChild(order, bench.nodeFlags ?? [])
  if (!figures) {
    console.log(`${bench.name}: failed`)
    return false
  }
  printFigures(bench, figures)
  // Others may have been written meanwhile.
  if (sample === 1)
    writeResults({ ...readResults(), [bench.name]: { ...run, figures } }, await loadAll())
  return Object.entries(bench.rows).every(([id, row]) => {
    const figure = figures[id]
    return figure && isWithin(row, figure) !== false
  })
}

type Figures = Record<string, Figure>

const endPatienceMs = 10_000

const measureInChild = (order: Order, flags: readonly string[]): Promise<Figures | undefined> =>
  new Promise(done => {
    const child = fork(join(import.meta.dirname, 'child.ts'), [JSON.stringify(order)], {
      execArgv: [...flags],
    })
    // One in the middle of a long calculation hears nothing.
    const end = () => {
      child.once('exit', () => process.exit(1))
      child.kill('SIGTERM')
      setTimeout(() => child.kill('SIGKILL'), endPatienceMs)
    }
    process.once('SIGTERM', end)
    let figures: Figures | undefined
    child.on('message', message => {
      figures = rounded(message as Figures)
    })
    child.once('error', () => done(undefined))
    child.once('exit', code => {
      process.off('SIGTERM', end)
      done(code === 0 ? figures : undefined)
    })
  })

/** More digits would only make two runs look different. */
const rounded = (figures: Figures): Figures =>
  Object.fromEntries(
    Object.entries(figures).map(([id, { value, ...rest }]) => [
      id,
      { value: Number(value.toPrecision(5)), ...rest },
    ]),
  )

const printFigures = ({ rows }: Bench, figures: Figures): void => {
  for (const [id, row] of Object.entries(rows)) {
    const figure = figures[id]
    if (!figure) continue
    const over = isWithin(row, figure) === false ? '  OVER' : ''
    const limit = showLimit(row)
    console.log(`  ${row.what}: ${showFigure(row, figure)}${limit ? ` (${limit})` : ''}${over}`)
  }
}

main().then(
  isFine => {
    process.exitCode = isFine ? 0 : 1
  },
  (error: Error) => {
    console.error(error.message)
    process.exitCode = 1
  },
)
