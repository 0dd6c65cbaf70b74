"""Every address of the site."""

from django.urls import path

from .views import account, home, preferences

urlpatterns = [
    path("", home.home, name="home"),
    path("preferences/", preferences.preferences, name="preferences"),
    path("sign-in/", account.SignIn.as_view(), name="sign-in"),
    path("sign-out/", account.SignOut.as_view(), name="sign-out"),
    path("account/", account.account, name="account"),
    path("account/password/", account.ChangePassword.as_view(), name="password"),
]
