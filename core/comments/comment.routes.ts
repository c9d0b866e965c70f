import {
  createComment,
  deleteComment,
  listComments,
  readFollowing,
  setFollowing,
  updateComment,
} from '../contracts/records/comment.contract.ts';
import { type Route, route } from '../kernel/route.ts';
import type { RecordRegistry } from '../records/record-registry.ts';
import { CommentService } from './comment.service.ts';

export { commentProblems } from '../contracts/records/comment.contract.ts';

/** Kinds of notification about comments. */
export const commentNotifications = [
  { code: 'mention', name: 'Mentions', description: 'When a colleague names you in a comment.' },
  { code: 'comment', name: 'Comments', description: 'When somebody comments on a record that you follow.' },
] as const;

/** Comments on records. They are closed to people of customers. */
export function commentRoutes(records: RecordRegistry): Route[] {
  const comments = new CommentService(records);
  return [
    route(listComments, (ctx, { params, query }) => comments.page(ctx, params, query)),
    route(createComment, (ctx, { params, body }) => comments.create(ctx, params, body)),
    route(updateComment, (ctx, { params, body }) => comments.update(ctx, params, body.text)),
    route(deleteComment, (ctx, { params }) => comments.remove(ctx, params)),
    route(readFollowing, (ctx, { params }) => comments.following(ctx, params)),
    route(setFollowing, (ctx, { params, body }) => comments.follow(ctx, params, body.isFollowing)),
  ];
}
