import { type Route, route } from '@millwright/core/server';
import {
  createAttribute,
  createProperty,
  deleteAttribute,
  deleteProperty,
  getAttribute,
  getProperty,
  listAttributes,
  listProperties,
  updateAttribute,
  updateProperty,
} from '../../../contracts/index.ts';
import { attributeByID, findAttributes, propertyView } from './property.queries.ts';
import type { PropertyService } from './property.service.ts';

export const propertyRoutes = (properties: PropertyService): Route[] => [
  route(listProperties, (ctx, { query }) => propertyView.find(ctx, query)),
  route(getProperty, (ctx, { params }) => propertyView.byID(ctx, params.propertyID)),
  route(createProperty, (ctx, { body }) => properties.create(ctx, body)),
  route(updateProperty, (ctx, { params, body }) => properties.update(ctx, params.propertyID, body)),
  route(deleteProperty, (ctx, { params }) => properties.remove(ctx, params.propertyID)),
  route(listAttributes, (ctx, { params, query }) => findAttributes(ctx, params.propertyID, query)),
  route(getAttribute, (ctx, { params }) => attributeByID(ctx, params.propertyID, params.attributeID)),
  route(createAttribute, (ctx, { params, body }) => properties.createAttribute(ctx, params.propertyID, body)),
  route(updateAttribute, (ctx, { params, body }) =>
    properties.updateAttribute(ctx, params.propertyID, params.attributeID, body),
  ),
  route(deleteAttribute, (ctx, { params }) => properties.removeAttribute(ctx, params.propertyID, params.attributeID)),
];
