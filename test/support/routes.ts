import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance, RouteOptions } from 'fastify'

/**
 * Starts an app and collects the routes it really mounts, of every door on its port: Fastify
 * announces each server on a diagnostics channel before the first route is added.
 */
export const withRoutes = async <T>(
  start: () => Promise<T>,
): Promise<{ app: T; routes: RouteOptions[] }> => {
  const routes: RouteOptions[] = []
  const listen = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onRoute', route => void routes.push(route))
  }
  subscribe('fastify.initialization', listen)
  try {
    return { app: await start(), routes }
  } finally {
    unsubscribe('fastify.initialization', listen)
  }
}
