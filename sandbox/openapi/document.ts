/** A JSON object of an OpenAPI 3.1 document. */
export interface JsonObject {
	[key: string]: Json;
}
export type Json = string | number | boolean | null | Json[] | JsonObject;

/** The parts of an OpenAPI 3.1 document that the sandbox's descriptions have. */
export interface OpenApiDocument {
	openapi: '3.1.0';
	info: { title: string; version: string; description: string };
	servers: Array<{ url: string; description: string }>;
	security: Array<Record<string, string[]>>;
	tags: Array<{ name: string; description: string }>;
	/** By path, then by method in lower case. */
	paths: Record<string, Record<string, OpenApiOperation>>;
	components: {
		securitySchemes: Record<string, JsonObject>;
		schemas: Record<string, Json>;
	};
}

export interface OpenApiOperation {
	operationId: string;
	tags: string[];
	summary: string;
	description: string;
	parameters?: OpenApiParameter[];
	requestBody?: { required: true; content: JsonContent };
	/** By status. */
	responses: Record<string, OpenApiResponse>;
}

export interface OpenApiParameter {
	name: string;
	in: 'path' | 'query';
	required: boolean;
	description: string;
	schema: Json;
}

export interface OpenApiResponse {
	description: string;
	headers?: Record<string, { description: string; schema: Json }>;
	/** Missing for a response without a body. */
	content?: JsonContent;
}

interface JsonContent {
	'application/json': { schema: Json; example?: Json };
}

export const jsonContent = (schema: Json): JsonContent => ({ 'application/json': { schema } });
