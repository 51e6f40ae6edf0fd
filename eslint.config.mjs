import { fileURLToPath } from 'node:url';
import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import importX from 'eslint-plugin-import-x';
import n8nNodesBase from 'eslint-plugin-n8n-nodes-base';
import tseslint from 'typescript-eslint';

console.log(Object.keys(n8nCommunityNodesPlugin ?? {}), Object.keys(n8nNodesBase), Object.keys(n8nNodesBase.configs));
