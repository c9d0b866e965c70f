import { definePart, plainImporter, service } from '@millwright/core/server';
import { propertyDeclarations } from '../../../contracts/index.ts';
import { Attribute, Property } from './property.entity.ts';
import { propertyRoutes } from './property.routes.ts';
import { PropertyService, propertyRecords } from './property.service.ts';
import { propertyImport } from './property-importer.ts';

export const propertyPart = definePart({
  ...propertyDeclarations,
  entities: [Attribute, Property],
  services: [service(PropertyService)],
  routes: (services) => propertyRoutes(services.get(PropertyService)),
  recordSources: () => [propertyRecords],
  imports: () => [plainImporter(propertyImport)],
  samples: [
    { table: 'inventory.property', row: { name: 'Colour {label}' } },
    {
      table: 'inventory.attribute',
      row: (ids) => ({ property_id: ids('inventory.property'), name: 'Red {label}', color: '#ff0000', position: 0 }),
    },
  ],
});
