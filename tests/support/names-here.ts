import dns from 'node:dns'

/** Loaded into a process before everything else: names under `.example`, which nobody owns, lead to this machine. */
const { lookup } = dns
dns.lookup = new Proxy(lookup, {
  apply: (_, self, [name, ...rest]: [string, ...unknown[]]) =>
    Reflect.apply(lookup, self, [name.endsWith('.example') ? '127.0.0.1' : name, ...rest]),
})
