/** Runtimes of JavaScript as npm has them, each a program and nothing else: Linux, for this processor. */
const isArm = process.arch === 'arm64'
const node = `npm:node-linux-${process.arch}`

export const runtimePackages = {
  node18: `${node}@18.20.8`,
  node20: `${node}@20.20.2`,
  node22: `${node}@22.23.3`,
  node24: `${node}@24.21.0`,
  node26: `${node}@26.10.0`,
  bun: `npm:@oven/bun-linux-${isArm ? 'aarch64' : 'x64'}@1.4.4`,
  deno: `npm:@deno/linux-${process.arch}-glibc@2.9.5`,
  workerd: `npm:@cloudflare/workerd-linux-${isArm ? 'arm64' : '64'}@1.20261104.1`,
}
export type Runtime = keyof typeof runtimePackages
