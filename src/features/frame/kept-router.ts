import type { RegisteredRouter } from '@tanstack/react-router'

type Match = ReturnType<RegisteredRouter['stores']['getMatchStore']>

/**
 * The router as pages see it that may be kept while another one is shown: what they know of their address is then what it last was. A page
 * that is being opened again shows that too until its loader is through.
 */
export function keptRouter(router: RegisteredRouter): RegisteredRouter {
  const known = new Map<string, Match>()
  const getMatchStore = (routeId: string): Match => {
    const store = known.get(routeId) ?? lasting(router.stores.getMatchStore(routeId))
    known.set(routeId, store)
    return store
  }
  return over(router, 'stores', over(router.stores, 'getMatchStore', getMatchStore))
}

function lasting(store: Match): Match {
  let last = store.get()
  const get = () => {
    const now = store.get()
    if (now !== undefined && (last === undefined || now.status !== 'pending')) last = now
    return last
  }
  return over(store, 'get', get)
}

/** The same object with one thing of its own. */
function over<T extends object, Key extends keyof T>(object: T, key: Key, value: T[Key]): T {
  return new Proxy(object, { get: (target, asked) => (asked === key ? value : (Reflect.get(target, asked) as unknown)) })
}
