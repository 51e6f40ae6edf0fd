import type { INodeType } from 'n8n-workflow';

export const methods: NonNullable<INodeType['methods']> = {};
