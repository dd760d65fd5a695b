"""Addresses of the staff pages."""

from django.urls import path

from console.views import (
    accounts,
    batches,
    controls,
    corpora,
    heat,
    making,
    publishing,
    retrying,
    review,
    scores,
    studies,
)

app_name = "console"

urlpatterns = [
    path("sign-in/", accounts.SignIn.as_view(), name="sign-in"),
    path("sign-out/", accounts.SignOut.as_view(), name="sign-out"),
    path("password/", accounts.ChangePassword.as_view(), name="password"),
    path("", studies.StudyList.as_view(), name="studies"),
    path("new-study/", studies.NewStudy.as_view(), name="study-new"),
    path("studies/<slug:study>/", studies.StudyPage.as_view(), name="study"),
    path("studies/<slug:study>/edit/", studies.EditStudy.as_view(), name="study-edit"),
    path("studies/<slug:study>/heat/", heat.HeatList.as_view(), name="heat-list"),
    path("studies/<slug:study>/heat/<int:document>/", heat.HeatPage.as_view(), name="heat"),
    path("studies/<slug:study>/scores/", scores.Scores.as_view(), name="scores"),
    path("studies/<slug:study>/new-batch/", making.NewBatch.as_view(), name="batch-new"),
    path("batches/<int:batch>/", batches.BatchPage.as_view(), name="batch"),
    path(
        "batches/<int:batch>/progress/",
        batches.BatchProgressPart.as_view(),
        name="batch-progress",
    ),
    path("batches/<int:batch>/assignments/", batches.AssignmentList.as_view(), name="assignments"),
    path("batches/<int:batch>/publish/", publishing.PublishBatch.as_view(), name="batch-publish"),
    path("batches/<int:batch>/expire/", publishing.ExpireBatch.as_view(), name="batch-expire"),
    path("batches/<int:batch>/delete/", publishing.DeleteBatch.as_view(), name="batch-delete"),
    path("batches/<int:quality_batch>/controls/", controls.ControlList.as_view(), name="controls"),
    path("controls/<int:control>/", controls.ReplaceControl.as_view(), name="control"),
    path("batches/<int:batch>/retry/", retrying.RetryBatch.as_view(), name="batch-retry"),
    path("calls/<int:call>/retry/", retrying.RetryCall.as_view(), name="call-retry"),
    path("review/", review.ReviewQueue.as_view(), name="review"),
    path("review/decided/", review.Decided.as_view(), name="decided"),
    path("review/<int:assignment>/", review.CasePage.as_view(), name="case"),
    path("corpora/", corpora.DatasetList.as_view(), name="corpora"),
    path("corpora/<slug:name>/", corpora.DocumentList.as_view(), name="dataset"),
    path("corpora/<slug:name>/<int:pk>/", corpora.DocumentPage.as_view(), name="document"),
]
