import type { Part } from './part';
export const dev: Part = { name: 'dev', about: 'x', isBase: false, needs: [], run: async () => {} };
