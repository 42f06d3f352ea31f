import { createWayProxy, type ProxyOptions } from '../../test/support/way-proxy.ts'

/** A proxy of bench/reach.ts, on a host of its own: `way-proxy.ts <its options as JSON>`. */
const [options = ''] = process.argv.slice(2)
const { url } = await createWayProxy(JSON.parse(options) as ProxyOptions)
console.log(JSON.stringify({ url }))
