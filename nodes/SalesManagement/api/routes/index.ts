/** The operations of the service: their routes in each interface, and the requests that they take. */
export * from './endpoints';
export * from './routes';
export * from './types';
